import type { Answer } from '../core/session.ts';
import { kindsOf } from './command-kind.ts';
import { isLater, type Moment } from './moments.ts';
import { isNarration } from './narration.ts';
import { splitSentences } from './sentences.ts';
import type { SessionView, TurnView } from './session-view.ts';

/** Where the question of an answer was put; undefined when the transcript does not have that any more. */
export function askedAt({ turns }: SessionView, { asked }: Answer): Moment | undefined {
  const steps = turns[(asked?.turn ?? 0) - 1]?.turn.steps ?? [];
  const calls = steps.flatMap(({ kind }, step) => (kind === 'tool' ? [step] : []));
  const step = calls[(asked?.call ?? 0) - 1];
  return asked === undefined || step === undefined ? undefined : { turn: asked.turn, step };
}

const GIT = String.raw`^git(?: -\S+(?: [^-\s]\S*)?)* `;
/** Acts that are done once: how people speak of them, and the commands that do them. */
const ACTS: readonly (readonly [words: RegExp, command: RegExp])[] = [
  [/\bcommit|コミット|提交|커밋/i, new RegExp(`${GIT}commit\\b`)],
  [/\bpush|プッシュ|推送|푸시/i, new RegExp(`${GIT}push\\b`)],
  [/\bmerge|マージ|合并|병합/i, new RegExp(`${GIT}merge\\b|^gh pr merge\\b`)],
  [/\b(?:delete|remove)|削除|删除|삭제/i, new RegExp(`${GIT}(?:branch -[dD]|push --delete|tag -d)`)],
  [/\b(?:rebase|squash)/i, new RegExp(`${GIT}rebase\\b`)],
  [/\bPRs?\b|\bpull request/i, /^gh (?:pr|stack) (?:create|submit)\b|^gt submit\b/],
];

/** Whether the first work after a question was the act of git that the question was about: how to do it is settled and over. */
export function wasActedOn(view: SessionView, words: string, since: Moment | undefined): boolean {
  const acts = ACTS.filter(([spoken]) => spoken.test(words)).map(([, command]) => command);
  if (since === undefined || acts.length === 0) return false;
  const isActed = (command: string) => kindsOf(command).some(({ text }) => acts.some((act) => act.test(text)));
  const calls = view.turns
    .slice(since.turn - 1)
    .flatMap(({ number, turn }) =>
      turn.steps.flatMap((step, at) =>
        step.kind === 'tool' && isLater({ turn: number, step: at }, since) ? [step.call] : [],
      ),
    );
  const work = calls.find(({ action, command = '' }) => action === 'edit' || (action === 'command' && isWork(command)));
  return work?.command !== undefined && isActed(work.command);
}

/** Choosing what goes into an act is part of the act. */
const STAGES = /^git(?: -\S+(?: [^-\s]\S*)?)* (?:add|stash|checkout|switch|reset|rm|worktree)\b/;

function isWork(command: string): boolean {
  return kindsOf(command).some(({ text, kind }) => (kind !== 'look' || DELETES.test(text)) && !STAGES.test(text));
}

/** Listing branches is a look, deleting one is not. */
const DELETES = new RegExp(`${GIT}(?:branch -[dD]|tag -d)`);

/** What the agent says first after a question that was answered by another one: its last sentence that announces nothing. */
export function settledInWords(turn: TurnView | undefined, step: number): string {
  const said = turn?.turn.steps.slice(step + 1).find(({ kind }) => kind === 'text');
  const sentences = said?.kind === 'text' ? splitSentences(said.text) : [];
  return sentences.findLast((one) => one.length >= MIN_WORDS && !isNarration(one) && !/[?？:：]$/.test(one)) ?? '';
}

const MIN_WORDS = 16;
