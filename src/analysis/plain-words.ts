/** A text as its words alone, in lower case with one space between: what two spellings of one thing share. */
export function plainWords(text: string): string {
  const lower = text.toLowerCase();
  // The classes of all letters and digits take a millisecond to make; most texts are ASCII with a few signs such as … and →.
  const plain = /^[\0-\x7f\u2010-\u2027\u2190-\u21ff\u2212]*$/.test(lower);
  const others = plain ? /[^a-z0-9]+/g : /[^\p{L}\p{N}]+/gu;
  return lower.replace(others, ' ').trim();
}
