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
export function nearness(path: string, analysis: Analysis): 1 | 2 | 3 {
  if (analysis.next_actions.some((action) => names(action, path))) return 3;
  const rest = [analysis.current_task, ...analysis.current_state, ...analysis.blockers];
  return rest.some((text) => names(text, path)) ? 2 : 1;
}
