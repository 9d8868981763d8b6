import { type CallView, type Item, isEdit, type SessionView } from './session-view.ts';
import { isWithin, placeElsewhere, THROWN_AWAY } from './work-elsewhere.ts';

/** Other working trees where the session edited files that it has not committed since: the snapshot has nothing of them. */
export function editedElsewhere({ calls, session: { cwd = '' } }: SessionView): Item[] {
  const roots = [...new Set(calls.flatMap((entry) => placeOf(entry, cwd)))];
  const found = roots.flatMap((root) => {
    const isThere = (entry: CallView) => placeOf(entry, cwd)[0] === root;
    const kept = calls.findLastIndex(
      (entry) => isThere(entry) && !entry.failed && COMMITS.test(entry.call.command ?? ''),
    );
    const paths = calls.slice(kept + 1).flatMap((entry) => (isEdit(entry) ? entry.paths : []));
    const own = paths.filter((path) => rootOf(path, roots) === root).map((path) => path.slice(root.length + 1));
    const branch = calls.filter(isThere).flatMap((entry) => branchIn(entry) ?? []);
    return own.length === 0 ? [] : [describePlace(root, [...new Set(own)], branch.at(-1))];
  });
  return found.slice(-MAX_PLACES);
}

function rootOf(path: string, roots: readonly string[]): string | undefined {
  return roots.filter((root) => isWithin(path, root)).sort((a, b) => a.length - b.length)[0];
}

function describePlace(root: string, files: readonly string[], branch: string | undefined): Item {
  const more = files.length > MAX_FILES ? ` and ${files.length - MAX_FILES} more` : '';
  const on = branch === undefined ? '' : ` (branch ${branch})`;
  const names = files.slice(-MAX_FILES).join(', ');
  const text = `Edited in another tree, ${root}${on}, and not committed as far as is known: ${names}${more}`;
  return { text, from: { by: 'session' } };
}

const MAX_PLACES = 3;
const MAX_FILES = 4;
const COMMITS = /\bgit\b.{0,80}\bcommit\b/;

/** Where a command ran, when that is no part of the session's directory. */
function placeOf({ call: { action, command = '', cwd: begun = '', result } }: CallView, cwd: string): string[] {
  if (action !== 'command' || result !== 'ok') return [];
  const place = (placeElsewhere(command, cwd) ?? begun).replace(/\/$/, '');
  const isOther = place.startsWith('/') && !isWithin(place, cwd) && !isWithin(cwd, place) && !THROWN_AWAY.test(place);
  return isOther ? [place] : [];
}

/** `## main...origin/main`, where one tree was asked. */
function branchIn({ call: { command = '', output = '' } }: CallView): string | undefined {
  if (!/\bgit status\b/.test(command)) return undefined;
  const heads = [...output.matchAll(/^## ([^\s.]+(?:\.[^\s.]+)*)/gm)].map(([, name]) => name);
  return heads.length === 1 ? heads[0] : undefined;
}
