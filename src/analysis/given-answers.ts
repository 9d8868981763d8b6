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

/** An act of git, in the words of people who let others choose how to do it. */
const ACT =
  /\b(?:commit|push|merge|branch(?:es)?|delete|rebase|tag)\b|\bPRs?\b|コミット|プッシュ|マージ|ブランチ|削除|提交|推送|合并|分支|删除|커밋|푸시|병합|브랜치|삭제/i;
const DOES =
  /^git(?: -\S+(?: [^-\s]\S*)?)* (?:commit|push|merge|rebase|tag|branch -[dD]|push --delete)\b|^gh pr (?:create|merge)\b/;

/** Whether the first work after a question was the act of git that the question was about: how to do it is settled and over. */
export function wasActedOn(view: SessionView, words: string, since: Moment | undefined): boolean {
  if (since === undefined || !ACT.test(words)) return false;
  const calls = view.turns
    .slice(since.turn - 1)
    .flatMap(({ number, turn }) =>
      turn.steps.flatMap((step, at) =>
        step.kind === 'tool' && isLater({ turn: number, step: at }, since) ? [step.call] : [],
      ),
    );
  const work = calls.find(({ action, command = '' }) => action === 'edit' || (action === 'command' && isWork(command)));
  return work?.command !== undefined && acts(work.command);
}

/** Choosing what goes into an act is part of the act. */
const STAGES = /^git(?: -\S+(?: [^-\s]\S*)?)* (?:add|stash|checkout|switch|reset|rm|worktree)\b/;

function isWork(command: string): boolean {
  return acts(command) || kindsOf(command).some(({ text, kind }) => kind !== 'look' && !STAGES.test(text));
}

function acts(command: string): boolean {
  return kindsOf(command).some(({ text }) => DOES.test(text));
}

/** What the agent says first after a question that was answered by another one: its last sentence that announces nothing. */
export function settledInWords(turn: TurnView | undefined, step: number): string {
  const said = turn?.turn.steps.slice(step + 1).find(({ kind }) => kind === 'text');
  const sentences = said?.kind === 'text' ? splitSentences(said.text) : [];
  return sentences.findLast((one) => one.length >= MIN_WORDS && !isNarration(one) && !/[?？:：]$/.test(one)) ?? '';
}

const MIN_WORDS = 16;
