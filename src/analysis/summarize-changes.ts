import { count } from '../core/count.ts';
import type { ChangedFile } from './changes.ts';

const LENGTH = 72;
const MAX_NAMED = 3;

/** In the order in which a line tells them. */
const verbs = [
  ['modified', 'change'],
  ['created', 'add'],
  ['renamed', 'rename'],
  ['deleted', 'remove'],
] as const;

/** A line for a save without any session: `Change greet.ts, add notes.md`, or counts where there are many. */
export function summarizeChanges(changes: readonly ChangedFile[]): string {
  const [first] = changes;
  if (first === undefined) return 'No changes (snapshot of HEAD)';
  const groups = verbs.flatMap(([status, verb]) => {
    const paths = changes.filter((change) => change.status === status).map(({ path }) => path);
    return paths.length === 0 ? [] : [{ verb, paths }];
  });
  const line = (tell: (paths: readonly string[]) => string) =>
    capital(groups.map(({ verb, paths }) => `${verb} ${tell(paths)}`).join(', '));
  if (changes.length === 1) return line(() => shortPath(first.path, LENGTH - 7));
  const named = line(namesOf);
  if (changes.length <= MAX_NAMED && named.length <= LENGTH) return named;
  const counted = line((paths) => count(paths.length, 'file'));
  const folder = commonFolder(changes.map(({ path }) => path));
  const placed = folder === '' ? counted : `${counted} in ${folder}`;
  return placed.length <= LENGTH ? placed : counted;
}

/** `a.ts, b.ts and c.ts` */
function namesOf(paths: readonly string[]): string {
  const names = paths.map((path) => path.slice(path.lastIndexOf('/') + 1));
  return names.join(', ').replace(/, ([^,]*)$/, ' and $1');
}

function capital(line: string): string {
  return line.charAt(0).toUpperCase() + line.slice(1);
}

function shortPath(path: string, room: number): string {
  return path.length <= room ? path : `…${path.slice(path.length - room + 1)}`;
}

function commonFolder(paths: readonly string[]): string {
  const [first = [], ...rest] = paths.map((path) => path.split('/').slice(0, -1));
  let depth = first.length;
  for (const folders of rest)
    while (depth > 0 && folders.slice(0, depth).join('/') !== first.slice(0, depth).join('/')) depth -= 1;
  return first.slice(0, depth).join('/');
}
