import type { Analysis } from '../core/note.ts';

/** Whether a text speaks of a file: by its path, the end of its path, or its name when that has an extension. */
export function names(text: string, path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return hasWord(text, path) || (name.includes('.') && hasWord(text, name));
}

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const before = text[at - 1] ?? ' ';
    const after = text[at + word.length] ?? ' ';
    if (!/[\w-]/.test(before) && !/[\w-]/.test(after)) return true;
  }
  return false;
}

/** How near a file is to what comes next: 3 named by a next action, 2 by task, state or blocker, 1 otherwise. */
export function nearnessBy({
  next_actions,
  current_task,
  current_state,
  blockers,
}: Analysis): (path: string) => 1 | 2 | 3 {
  // A line break is the end of every word; one search for all is quicker than one for each.
  const next = next_actions.join('\n');
  const rest = [current_task, ...current_state, ...blockers].join('\n');
  return (path) => {
    if (names(next, path)) return 3;
    return names(rest, path) ? 2 : 1;
  };
}
