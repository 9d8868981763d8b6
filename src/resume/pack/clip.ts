/** Cuts text to a number of UTF-16 units, between words where it can, and marks the cut. */
export function clip(text: string, length: number): string {
  if (text.length <= length) return text;
  if (length < 1) return '';
  const room = length - 1;
  const cut = text.slice(0, room);
  const space = Math.max(cut.lastIndexOf(' '), cut.lastIndexOf('\n'));
  const end = space > room * 0.6 ? space : wholeCharacters(cut);
  return `${withoutDangling(cut.slice(0, end)).trimEnd()}…`;
}

/** Never half of a surrogate pair. */
function wholeCharacters(cut: string): number {
  const last = cut.charCodeAt(cut.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? cut.length - 1 : cut.length;
}

/** A word after a colon or a comma, without what it would say: `a.ts (modified): adds`. */
const DANGLING = /[:;,]\s*\p{Ll}{0,8}\s*$/u;
/** The label of a text that begins with one stays. */
const MAX_LABEL = 40;

function withoutDangling(text: string): string {
  return text.slice(0, MAX_LABEL) + text.slice(MAX_LABEL).replace(DANGLING, '');
}
