import { defined } from '../core/defined.ts';
import { isScratch } from './command-kind.ts';
import { errorLine } from './command-outcome.ts';
import { renewIds } from './commit-ids.ts';
import { oncePer } from './once-per.ts';
import { hasPushed, pushPart } from './pushes.ts';
import { cutWords } from './sentences.ts';
import type { CallView, SessionView } from './session-view.ts';
import { placeElsewhere } from './work-elsewhere.ts';

const MESSAGE =
  /^[^\n]{0,200}?(?:\s-\w*m|\s--message)[= ]?\s*(?:"\$\(cat <<-?\s*['"]?(\w+)['"]?\s*\n([\s\S]*?)(?:\n\s*\1\b|$)|"((?:[^"\\]|\\.)*)"|'([^']*)')/;

/** `git commit -F - <<'EOF'`: the message is below. */
const FROM_STDIN = /^[^\n]{0,200}?\s(?:-\w*F|--file)[= ]?\s*-\s*<<-?\s*['"]?\w+['"]?[^\n]*\n\s*([^\n]+)/;

/** The subjects of the commits that a command line makes, as far as they can be told. */
function commitSubjects(command: string): string[] {
  const subjects = [...command.matchAll(/\bgit(?: -[cC] (?:"[^"]*"|\S+))* commit\b/g)].map(({ index }) => {
    const [, , here, double, single] = MESSAGE.exec(command.slice(index)) ?? [];
    return (
      (here ?? double ?? single ?? FROM_STDIN.exec(command.slice(index))?.[1] ?? '').trim().split('\n')[0]?.trim() ?? ''
    );
  });
  return [...new Set(subjects)].filter((subject) => subject !== '');
}

export interface Delivery {
  /** A merge has no words about the work. */
  readonly what: 'commit' | 'merge' | 'push' | 'pull request';
  readonly text: string;
  readonly turn: number;
  /** The short id of a commit, where git told it. */
  readonly id?: string;
  /** Another directory than the session's, where it was made there. */
  readonly place?: string;
}

/** Whether it is in a history, and could be pushed. */
export function isKept({ what }: Delivery): boolean {
  return what === 'commit' || what === 'merge';
}

/** The last call that committed something. */
export function lastToCommit({ calls }: SessionView): number {
  return calls.findLastIndex((entry) => entry.call.action === 'command' && madeBy(entry).some(isKept));
}

/** Commits, pushes and pull requests that went well, in order; a commit that was amended is told as it is now. */
export const findDeliveries = oncePer(deliveriesIn);

function deliveriesIn(view: SessionView): readonly Delivery[] {
  const found: Delivery[] = [];
  for (const entry of view.calls) {
    if (entry.call.action !== 'command') continue;
    const made = madeBy(entry).map((one) => ({ ...one, ...placeOf(one, entry, view.session.cwd ?? '') }));
    const { command = '' } = entry.call;
    const commits = made.some(({ what }) => what === 'commit');
    if (commits && SQUASHES.test(command)) dropSquashed(found, entry);
    if (commits && AMENDS.test(command)) amend(found, made, KEEPS_WORDS.test(command));
    // A commit that is taken over from elsewhere is the one that it was.
    if (TAKES_OVER.test(command)) dropSameWords(found, made);
    found.push(...made);
    renewIds(found, entry);
  }
  return found;
}

const TAKES_OVER = /\bgit\b[^\n;&|]{0,80} (?:cherry-pick|am|rebase)\b/;

function dropSameWords(found: Delivery[], made: readonly Delivery[]): void {
  for (const { what, text } of made) {
    const before = what === 'commit' ? found.findLastIndex((one) => one.what === 'commit' && one.text === text) : -1;
    if (before >= 0) found.splice(before, 1);
  }
}

/** A commit whose words stay is the work of the turn that it was made in. */
function amend(found: Delivery[], made: Delivery[], keepsWords: boolean): void {
  const before = found.findLastIndex(({ what }) => what === 'commit');
  const [amended] = before < 0 ? [] : found.splice(before, 1);
  if (amended !== undefined && keepsWords)
    made.splice(0, 1, { ...made[0], ...amended, ...defined({ id: made[0]?.id }) });
}

const MADE = {
  commit: /\bgit\b[^\n;&|]{0,200}? commit\b/,
  merge: /\bgit\b[^\n;&|]{0,200}? (?:commit|merge)\b/,
  push: /\bgit\b[^\n;&|]{0,200}? push\b/,
  'pull request': /\bgh pr create\b/,
} as const;

/** Where the first commit or push of a line was made, if that is elsewhere. */
function placeOf({ what }: Delivery, { call }: CallView, cwd: string): Pick<Delivery, 'place'> {
  const { command = '' } = call;
  const made = MADE[what].exec(command);
  return made === null ? {} : defined({ place: placeElsewhere(command.slice(0, made.index + made[0].length), cwd) });
}

/** `git reset --soft 6cffc57 && git commit`: what was committed after that one is in the new commit. */
const SQUASHES = /\bgit reset(?: -q)? --soft (\S+)/;

function dropSquashed(found: Delivery[], { call }: CallView): void {
  const target = SQUASHES.exec(call.command ?? '')?.[1] ?? '';
  const back = /^HEAD(?:~(\d{1,2})|\^)$/.exec(target);
  const base = found.findLastIndex(({ id }) => id?.startsWith(target.slice(0, 7)));
  const commits = found.filter(({ what }, at) => what === 'commit' && at > base);
  const gone = back === null ? commits : commits.slice(-Number(back[1] ?? 1));
  for (const commit of gone) found.splice(found.indexOf(commit), 1);
}

function madeBy(entry: CallView): Delivery[] {
  if (entry.failed) return [...toldCommits(entry), ...pushOf(entry)];
  return entry.call.result === 'ok' ? deliveriesOf(entry) : [];
}

function pushOf(entry: CallView): Delivery[] {
  return !isScratch(entry.call.command ?? '') && hasPushed(entry) ? [{ what: 'push', text: '', turn: entry.turn }] : [];
}

const KEEPS_WORDS = /\s--no-edit\b/;
const AMENDS = /\bgit\b.{0,80}\bcommit\b.{0,200}--amend\b/;

/** `[main 548dd49] subject`: git made the commit, whatever failed after it. */
function toldCommits({ call, turn }: CallView): Delivery[] {
  if (isScratch(call.command ?? '')) return [];
  return [...(call.output ?? '').matchAll(COMMITTED)].map(([, id = '', text = '']) => ({
    what: 'commit',
    text,
    turn,
    id,
  }));
}

const COMMITTED = /^\[[^\]\n]{1,120} ([0-9a-f]{7,40})\] (\S.*)$/gm;
const LOGGED = /^([0-9a-f]{7,12})(?: \([^)\n]*\))? (\S.*)$/gm;
const MAX_SUBJECT = 40;

/** The id that git gave a commit, told by itself or by a log behind it. */
function idOf(subject: string, output: string): { readonly id?: string } {
  const told = [...output.matchAll(COMMITTED), ...output.matchAll(LOGGED)];
  const id = told.find(([, , text = '']) => text.startsWith(subject.slice(0, MAX_SUBJECT)))?.[1];
  return id === undefined ? {} : { id };
}

/** The last push, where it failed: what was committed since the one before is only here. */
export function unpushed(view: SessionView): { readonly text: string; readonly turn: number } | undefined {
  const last = view.calls.findLast(({ call }) => pushPart(call.command ?? '') !== undefined);
  if (!last?.failed || isScratch(last.call.command ?? '')) return undefined;
  const { command = '', output = '' } = last.call;
  // Of a line that commits first, the commit may have failed.
  const push = failedPush(last) ?? (/\bcommit\b/.test(command) ? undefined : pushPart(command));
  return push === undefined
    ? undefined
    : { text: `\`${cutWords(push, 80)}\` failed: ${errorLine(output) || 'no message'}`, turn: last.turn };
}

/** The push of a line that failed after it had committed. */
export function failedPush(entry: CallView): string | undefined {
  return entry.failed && toldCommits(entry).length > 0 ? pushPart(entry.call.command ?? '') : undefined;
}

/** With a message from elsewhere, or none. */
const COMMITS =
  /\bgit\b[^\n;&|]{0,200}? (?:commit|merge|cherry-pick|revert)\b|\bgt (?:create|modify|c|m)\b|\bjj commit\b/;

function asMerge(commit: Delivery): Delivery {
  return /^Merge (?:branch|remote|pull|tag|commit)\b/.test(commit.text) ? { ...commit, what: 'merge' } : commit;
}

function mergesOf({ call, turn }: CallView): Delivery[] {
  if (!/^Merge made by /m.test(call.output ?? '')) return [];
  const branch = /\bgit\b[^\n;&|]{0,200}? merge(?: -\S+)* ([^-\s]\S{0,100})/.exec(call.command ?? '')?.[1];
  return [{ what: 'merge', text: branch === undefined ? 'a merge' : `a merge of ${branch}`, turn }];
}

function deliveriesOf(entry: CallView): Delivery[] {
  const { call, turn } = entry;
  const command = call.command ?? '';
  if (isScratch(command)) return [];
  const url = /https:\/\/\S{1,200}\/(?:pull|merge_requests)\/\d+/.exec(call.output ?? '')?.[0];
  const subjects = commitSubjects(command);
  return [
    ...(subjects.length === 0 && COMMITS.test(command) ? [...toldCommits(entry).map(asMerge), ...mergesOf(entry)] : []),
    ...subjects.map((text) => ({ what: 'commit' as const, text, turn, ...idOf(text, call.output ?? '') })),
    ...pushOf(entry),
    ...(/\bgh pr create\b/.test(command) ? [{ what: 'pull request' as const, text: url ?? '', turn }] : []),
  ];
}
