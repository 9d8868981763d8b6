import { filesThen } from './files-then.ts';
import { entriesOf } from './pack-sections.ts';
import { editedPaths } from './paths-of.ts';
import { probesOf } from './probes.ts';
import { normalise } from './score.ts';
import type { Cut } from './transcript.ts';

export interface Statement {
  readonly kind: 'file' | 'task';
  readonly text: string;
  readonly isTrue: boolean;
}

/** The files and tasks that a pack states, and whether the session bears them out. */
export function statements(pack: string, { session, text }: Cut): Statement[] {
  const side = { cwd: session.cwd, events: session.sideEvents ?? [] };
  const changed = filesThen(session).filter(({ before, after }) => before !== after);
  const edited = [...editedPaths(session), ...editedPaths(side), ...changed.map(({ path }) => path)];
  const done = probesOf(session).flatMap(({ type, answer }) => (type === 'finished tasks' ? [normalise(answer)] : []));
  const known = new Set(wordsOf(text));
  const files = entriesOf(pack, 'files').flatMap((entry) => {
    const paths = /^(.+?) \((?:added|created|modified|deleted|renamed|type changed|edited)/.exec(entry)?.[1];
    return (paths?.split(', ') ?? []).map((path) => ({
      kind: 'file' as const,
      text: path,
      isTrue: edited.some((one) => one === path || one.endsWith(`/${path}`) || path.endsWith(one)),
    }));
  });
  const tasks = entriesOf(pack, 'next').map((task) => ({
    kind: 'task' as const,
    text: task,
    isTrue: isBorneOut(task, known) && !done.includes(normalise(task)),
  }));
  return [...files, ...tasks];
}

/** Words such as ‘Finish:’ and ‘(in progress)’, beside those that say how far it has come, put a task into a sentence. */
const FRAMING = 2;

const HOW_FAR =
  /\(last begun: |; since then (?:started|edited|ran) |; edited since: |^Redo the edit of |, which was not applied|^Run again |it failed because it ran in /g;

/** A task may be worded anew, but not out of words that nobody used. */
function isBorneOut(task: string, known: ReadonlySet<string>): boolean {
  const words = wordsOf(task.replace(HOW_FAR, ' '));
  const unknown = words.filter((word) => !known.has(word)).length;
  return unknown <= Math.max(FRAMING, 0.2 * words.length);
}

function wordsOf(text: string): string[] {
  return normalise(text).match(/[\p{L}\p{N}_]{4,}/gu) ?? [];
}
