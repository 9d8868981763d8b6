import { isLater, type Moment, stepsOf } from './moments.ts';
import type { SessionView } from './session-view.ts';

export interface EditMade {
  readonly at: Moment;
  readonly paths: readonly string[];
  readonly removed: string;
  readonly added: string;
}

/** Every edit that went well, oldest first. */
export function editsOf(view: SessionView): EditMade[] {
  return stepsOf(view, (step) =>
    step.kind === 'tool' && step.call.action === 'edit' && step.call.result === 'ok' ? [step.call] : [],
  ).map(({ at, what: { paths, change } }) => ({
    at,
    paths,
    removed: change?.removed ?? '',
    added: change?.added ?? '',
  }));
}

const QUOTED = /`([^`\n]{3,80})`|"([^"\n]{3,80})"|“([^”\n]{3,80})”/g;
/** A file outlives the lines that name it. */
const PATH = /^[\w@.~-]*\/?[\w@./-]*\.\w{1,5}(?::[\d-]+)?$/;

/** Whether an edit since then took out something that a sentence quotes, and none brought it back. */
export function isReplaced(text: string, since: Moment, edits: readonly EditMade[]): boolean {
  const names = [...text.matchAll(QUOTED)].map(([, code, straight, curly]) => (code ?? straight ?? curly ?? '').trim());
  return names.some((name) => {
    if (PATH.test(name) || !/[a-z]/i.test(name)) return false;
    const isTakenOut = ({ at, removed, added }: EditMade) =>
      isLater(at, since) && removed.includes(name) && !added.includes(name);
    const last = edits.findLastIndex(isTakenOut);
    return last >= 0 && !edits.slice(last).some(({ added }) => added.includes(name)) && leftOver(name, edits) <= 0;
  });
}

/** Somebody else had changed the file, so that it had to be read again. */
const TOUCHED =
  /\b(?:modified|changed|edited|reformatted|touched|rewritten) (?:\w+ )?by (?:an?|the|my|some)\b|\bsince (?:i|it was) (?:last )?read\b/i;
/** `all 12 routes`, `12 routes in total` */
const COUNT = /\ball (?:the )?\d{1,6} [a-z]|\btotal of \d|\b\d{1,6} (?:[a-z-]+ ){1,3}in total\b/i;

/** Whether a sentence tells what only holds until the file that it names is edited, and that was done since. */
export function isEditedSince(text: string, since: Moment, edits: readonly EditMade[]): boolean {
  if (!TOUCHED.test(text) && !COUNT.test(text)) return false;
  const words = new Set(text.match(/[\w.-]*\w/g));
  return edits.some(({ at, paths }) => isLater(at, since) && paths.some((path) => isNamed(path, words)));
}

/** `src/store.ts:12` */
const FILES = /(?:[\w@.-]+\/)*[\w@-][\w@.-]*\.[a-z]\w{0,4}(?![\w/(])/gi;

/** Whether a file that a sentence names was edited since: what it says of it need not hold any more. */
export function isOfEditedFile(text: string, since: Moment, edits: readonly EditMade[]): boolean {
  const files = (text.match(FILES) ?? []).map((file) => `/${file}`);
  return edits.some(
    ({ at, paths }) => isLater(at, since) && paths.some((path) => files.some((file) => `/${path}`.endsWith(file))),
  );
}

/** With its ending, or without. */
function isNamed(path: string, words: ReadonlySet<string>): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const stem = name.replace(/(?<=.)\.\w+$/, '');
  return words.has(name) || (stem.length >= MIN_STEM && words.has(stem));
}

/** `index` and `app` are words of any sentence. */
const MIN_STEM = 8;

/** How much more of a name the edits brought than they took: a name stands in many places. */
function leftOver(name: string, edits: readonly EditMade[]): number {
  const count = (text: string) => text.split(name).length - 1;
  return edits.reduce((total, { added, removed }) => total + count(added) - count(removed), 0);
}
