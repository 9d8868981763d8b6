import { commitTold } from './commit-calls.ts';
import type { FileThen } from './files-then.ts';
import { isNamedBy, type KnownFiles } from './known-files.ts';
import { type RawCall, type RawEvent, string } from './raw-event.ts';

/** What a commit of the session took: what was named for it, all where nothing was, and what git says of it. */
export function takenIn(known: KnownFiles, staged: readonly string[], call: RawCall): readonly FileThen[] {
  const { count, named } = commitTold(call);
  const isTold = (path: string) => named.some((name) => name === path || name.endsWith(`/${path}`));
  const changed = known.changed();
  const taken = changed.filter(({ path }) => isTold(path) || staged.some((word) => isNamedBy(path, word)));
  if (count === changed.length || staged.length === 0) return changed;
  // What was named is unknown here; all of it can be meant only where git counts as many.
  if (taken.length === 0) return count === undefined || count > changed.length ? changed : [];
  return taken;
}

/** How far behind a status its log may stand. */
const NEAR = 8;

/** What git lists as changed below a folder. */
interface Listed {
  readonly listed: readonly string[];
  readonly below: string;
}

/** What git no longer lists as changed somebody committed. */
export function takenElsewhere(known: KnownFiles, { listed, below }: Listed, later: readonly RawEvent[]): void {
  const isListed = (path: string) => listed.some((one) => isNamedBy(path, one) || one.endsWith(`/${path}`));
  const taken = known.changed().filter(({ path }) => isNamedBy(path, below) && !isListed(path));
  if (taken.length === 0) return;
  const names = new Set(known.commits.map(({ message }) => message.split('\n')[0]));
  const subject = later.slice(0, NEAR).flatMap((event) => (event.kind === 'call' ? newestSubject(event.call) : []))[0];
  known.commit(subject === undefined || names.has(subject) ? 'changes committed elsewhere' : subject, taken);
}

function newestSubject(call: RawCall): string[] {
  if (call.failed || !/\bgit\b[^;&|]* log\b[^;&|]*--oneline/.test(string(call.input['command'] ?? call.input['cmd'])))
    return [];
  const subject = /^[0-9a-f]{7,40} (?:\([^)]*\) )?(.+)$/m.exec(call.output)?.[1];
  return subject === undefined ? [] : [subject];
}
