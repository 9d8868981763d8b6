import type { Analysis } from '../../core/note.ts';

/** Whether a text speaks of a file: by its path, the end of its path, or its name when that has an extension. */
export function names(text: string, path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const word = name.includes('.') ? name : path;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const folders = BEFORE_A_NAME.exec(text.slice(Math.max(0, at - MAX_PATH_LENGTH), at))?.[0] ?? '';
    const after = text[at + word.length] ?? ' ';
    if (!/[\w/-]/.test(after) && isPathOf(`${folders}${word}`, path)) return true;
  }
  return false;
}

const MAX_PATH_LENGTH = 300;
const BEFORE_A_NAME = /[^\s'"`…(){}[\]<>,;:=|]*$/;

/** `src/a.ts` names `src/a.ts` and `web/src/a.ts`, not `lib/a.ts`; a path from the root of the disk names what it ends in. */
function isPathOf(written: string, path: string): boolean {
  const plain = written.replace(/^(?:@|\*+\/|\.{0,2}\/|~\/)+/, '');
  const isAbsolute = /^@?[/~]/.test(written);
  return plain === path || path.endsWith(`/${plain}`) || (isAbsolute && plain.endsWith(`/${path}`));
}

/** How near a file is to what comes next: 3 named by a next action or by the last words, 2 by task, state or blocker, 1 otherwise. */
export function nearnessBy({
  next_actions,
  last_exchange,
  current_task,
  current_state,
  blockers,
}: Analysis): (path: string) => 1 | 2 | 3 {
  // A line break is the end of every word; one search for all is quicker than one for each.
  const next = [...next_actions, last_exchange.at(-1) ?? ''].join('\n');
  const rest = [current_task, ...current_state, ...blockers].join('\n');
  return (path) => {
    if (names(next, path)) return 3;
    return names(rest, path) ? 2 : 1;
  };
}
