import type { Analysis } from '../core/note.ts';

/** `MAX_ROWS`, `loadRows`, `RowStore`, `max_rows`: no word of a sentence looks so, and what a dot follows is the name of a file. */
const NAME = /(?<![\w./-])(?:[A-Za-z][A-Za-z0-9]*_\w+|[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*)(?![\w/-]|\.\w)/g;
const MAX_NAMES = 24;
const AROUND = 2;
const MAX_LINES = 40;
const MAX_LENGTH = 2000;
const MAX_LINE = 200;

/** Names of code that the next actions and the last words speak of. */
export function namesNext({ next_actions, last_exchange }: Analysis): string[] {
  const text = [...next_actions, last_exchange.at(-1) ?? ''].join('\n');
  return [...new Set(text.match(NAME) ?? [])].filter((name) => name.length > 3).slice(0, MAX_NAMES);
}

/** The lines of a text where these names are declared, with a few around each and their numbers. */
export function linesNaming(text: string, names: readonly string[]): string | undefined {
  const lines = text.split('\n');
  const places = names.map((name) => placeOf(lines, name)).filter((place) => place >= 0);
  const wanted = new Set(
    places.flatMap((place) => Array.from({ length: 2 * AROUND + 1 }, (_, at) => place + at - AROUND)),
  );
  const shown = [...wanted].filter((at) => lines[at] !== undefined).sort((a, b) => a - b);
  const told: string[] = [];
  for (const [index, at] of shown.slice(0, MAX_LINES).entries()) {
    if (index > 0 && shown[index - 1] !== at - 1) told.push('…');
    told.push(`${at + 1}: ${(lines[at] ?? '').slice(0, MAX_LINE)}`);
  }
  while (told.join('\n').length > MAX_LENGTH) told.pop();
  return told.length === 0 ? undefined : told.join('\n');
}

function placeOf(lines: readonly string[], name: string): number {
  const declared = new RegExp(
    `\\b(?:const|let|var|val|function|class|interface|type|enum|struct|def|fn|func)\\s+${name}(?!\\w)|^\\s*(?:self\\.)?${name}\\s*(?:=(?!=)|:=)`,
  );
  return lines.findIndex((line) => declared.test(line));
}
