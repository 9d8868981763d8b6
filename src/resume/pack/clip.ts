/** Cuts text to a number of UTF-16 units, between words where it can, and marks the cut. */
export function clip(text: string, length: number): string {
  if (text.length <= length) return text;
  if (length < 1) return '';
  const room = length - 1;
  const cut = text.slice(0, room);
  const space = Math.max(cut.lastIndexOf(' '), cut.lastIndexOf('\n'));
  const end = space > room * 0.6 ? space : wholeCharacters(cut);
  return `${cut.slice(0, end).trimEnd()}…`;
}

/** Never half of a surrogate pair. */
function wholeCharacters(cut: string): number {
  const last = cut.charCodeAt(cut.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? cut.length - 1 : cut.length;
}
