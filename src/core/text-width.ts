/** How many columns a character takes on a terminal: none, one, or two. */
function widthOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (/\p{Mn}|\p{Me}|\p{Cf}/u.test(character)) return 0;
  const wide =
    (code >= 0x1100 && code <= 0x115f) ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0x1f300 && code <= 0x1faff) ||
    (code >= 0x20000 && code <= 0x3fffd);
  return wide ? 2 : 1;
}

/** Columns that a line takes. */
export function textWidth(text: string): number {
  return [...text].reduce((sum, character) => sum + widthOf(character), 0);
}

/** Cuts a line to a width, with an ellipsis where something is gone. */
export function cutToWidth(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let cut = '';
  let used = 0;
  for (const character of text) {
    used += widthOf(character);
    if (used > width - 1) break;
    cut += character;
  }
  return `${cut.trimEnd()}…`;
}

/** The same from its beginning: of a path, the end tells more. */
export function cutStartToWidth(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  const kept = [...text];
  while (kept.length > 0 && textWidth(kept.join('')) > width - 1) kept.shift();
  return `…${kept.join('')}`;
}

export function padToWidth(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)));
}

export function padLeft(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - textWidth(text))) + text;
}
