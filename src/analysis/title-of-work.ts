import type { Step } from '../core/session.ts';
import { plainLine, subjectWords } from './sentences.ts';
import { isEdit, type SessionView } from './session-view.ts';
import { isTelling } from './telling.ts';

/** What somebody called the work: the approved plan, the pull request, a plan that was written, the branch, the issue, or the session. */
export function titleOfWork(view: SessionView): string {
  // As long as nothing was changed, the work is the plan that was proposed.
  const isPlanning = !view.calls.some(isEdit);
  const plan = view.session.plans.findLast(({ approved }) => approved || isPlanning)?.text ?? '';
  const candidates = [
    planTitle(plan),
    pullRequestTitle(view),
    documentTitle(view),
    fittingBranch(view),
    referredTitle(view),
    sessionTitle(view),
  ];
  return candidates.find(isTelling) ?? '';
}

/** The first heading of a plan, without the word that says it is one. */
export function planTitle(plan: string): string {
  const heading = plan.split('\n').find((line) => /^#{1,2} /.test(line)) ?? '';
  return plainLine(heading).replace(/^(?:implementation |the )?plan(?: for|:|\s[—–-])?\s*/i, '');
}

/** A branch that was begun after the last pull request is for other work. */
function pullRequestTitle({ calls, turns }: SessionView): string {
  const ran = (command: RegExp) =>
    calls.findLastIndex(({ call, failed }) => command.test(call.command ?? '') && call.result === 'ok' && !failed);
  const at = ran(/\bgh pr (?:create|edit)\b/);
  const created = ran(/\bgit (?:switch (?:-c|--create)|checkout -b|worktree add\b.* -b) /) > at ? undefined : calls[at];
  const [, double, single] =
    /\s(?:--title|-t)[= ](?:"((?:[^"\\]|\\.)*)"|'([^']*)')/.exec(created?.call.command ?? '') ?? [];
  const title = double ?? single ?? '';
  return isLeft(title, turns.slice(created?.turn ?? 0)) ? '' : title;
}

/** Of two requests since, the newest speaks of something else. */
function isLeft(title: string, since: SessionView['turns']): boolean {
  const asked = since.filter(({ kind }) => kind === 'goal' || kind === 'question');
  const last = asked.at(-1);
  if (last === undefined || asked.length < 2) return false;
  const said = subjectWords(`${last.words}\n${last.closing.slice(0, HEAD)}`);
  const words = [...subjectWords(title)];
  return words.filter((word) => said.has(word)).length * 2 <= words.length;
}

const HEAD = 400;

/** A plan or a design that the session wrote down says in its heading what it is for. */
function documentTitle({ calls }: SessionView): string {
  const written = calls.findLast(
    (entry) =>
      isEdit(entry) &&
      entry.paths.some((path) => /(?:^|\/)(?:plans?|specs?|designs?|rfcs?|proposals?)\/.*\.mdx?$/i.test(path)) &&
      /^\s*# \S/.test(entry.call.change?.added ?? ''),
  );
  const [heading = ''] = (written?.call.change?.added ?? '').trim().split('\n');
  return plainLine(heading).replace(/(?:\s[—–-])?\s*\b(?:implementation plan|design|spec(?:ification)?|plan)$/i, '');
}

/** `the screenshots in …/issues/12` show something, and are not what is to be done. */
const SHOWN = /\b(?:screenshots?|pictures?|examples?|references?|similar to|as in|old version)\b[^\n]{0,30}$/i;

/** `…/issues/7572` in a prompt is what the tracker calls it, once the agent has looked. */
function referredTitle({ turns, calls }: SessionView): string {
  const prompts = turns.filter(({ kind }) => kind === 'goal' || kind === 'question').map(({ turn }) => turn.prompt);
  const numbers = prompts.flatMap(numbersIn);
  const looks = calls.filter(({ call }) => /\bgh (?:issue|pr) view\b|\bgh api\b/.test(call.command ?? ''));
  for (const number of numbers.reverse()) {
    const found = looks.find(({ call }) => new RegExp(`\\b${number}\\b`).test(call.command ?? ''))?.call.output ?? '';
    const title = /^title:\s+(.{8,200})$/m.exec(found)?.[1] ?? /"title":\s*"((?:[^"\\]|\\.){8,200})"/.exec(found)?.[1];
    if (title !== undefined) return title.replaceAll('\\"', '"').trim();
  }
  return '';
}

/** The issues and pull requests of a prompt, without those that only show something. */
function numbersIn(prompt: string): string[] {
  const named = prompt.matchAll(/(?:\/(?:issues|pull)\/|\b(?:issue|pr) #?|(?<=^|\s)#)(\d{1,6})\b/gi);
  return [...named].flatMap(({ 1: number = '', index }) => {
    const before = prompt.slice(0, index).replace(/\bhttps?:\S*$/, '');
    return SHOWN.test(before.trimEnd()) ? [] : [number];
  });
}

const RECENT_TURNS = 3;

/** The client names a session by what it began with: the name counts as long as the talk is about that. */
function sessionTitle({ session, turns }: SessionView): string {
  const title = plainLine(session.title ?? '');
  const recent = turns.slice(-RECENT_TURNS).flatMap(({ words, turn }) => [words, ...turn.steps.map(textOf)]);
  const said = subjectWords(recent.join('\n'));
  const words = [...subjectWords(title)];
  const isSaid = words.filter((word) => said.has(word)).length * 2 > words.length;
  return isSaid && !namesPaste(words, turns) ? title : '';
}

/** Named after what was pasted into the first prompt, and not after what was typed there. */
function namesPaste(words: readonly string[], turns: SessionView['turns']): boolean {
  const first = turns.find(({ kind }) => kind === 'goal');
  if (first === undefined || first.typed === '' || first.typed.length >= first.words.length) return false;
  const count = (text: string) => words.filter((word) => subjectWords(text).has(word)).length;
  return count(first.words) > 1 + count(first.typed);
}

function textOf(step: Step): string {
  return step.kind === 'text' ? step.text : '';
}

/** A branch may be older than the work that is done on it now: its name counts when the session speaks of the same things. */
function fittingBranch(view: SessionView): string {
  const title = branchTitle(view.session.branch ?? '');
  const said = subjectWords(view.turns.flatMap(({ words, closing }) => [words, closing]).join('\n'));
  const words = [...subjectWords(title)];
  return words.filter((word) => said.has(word)).length * 2 > words.length ? title : '';
}

/** `soph/issue-63-deferred-credential-helper` → `Issue 63 deferred credential helper`; empty when the name has too few words. */
export function branchTitle(branch: string): string {
  const name = branch.slice(branch.lastIndexOf('/') + 1);
  // Some tools put the date and the kind of work before the words.
  const [, dated, plain = ''] =
    /^(?:\d{2,4}[-_])*(?:(fix|feat|feature|refactor|docs|perf|test|chore)[-_])?(.+)$/.exec(name) ?? [];
  const words = plain.split(/[-_]+/).filter((word) => word !== '' && !/^[0-9a-f]{6,}$/i.test(word));
  if (words.length < 3) return '';
  const kind = /^(fix|feat|feature|refactor|docs|perf|test|chore)\//.exec(branch)?.[1] ?? dated;
  const text = words.join(' ');
  if (kind === 'fix' || kind === 'refactor') return `${kind === 'fix' ? 'Fix' : 'Refactor'} ${text}`;
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
