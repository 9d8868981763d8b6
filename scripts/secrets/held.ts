const LONGEST_REST = 6;

/** Whether nothing of a value is left in a text: no six characters in a row of it, as written or as the text escapes them. */
export function isHeld(value: string, redacted: string): boolean {
  const spellings = new Set([value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)]);
  for (const spelling of spellings) {
    for (let at = 0; at + LONGEST_REST <= spelling.length; at += 1)
      if (redacted.includes(spelling.slice(at, at + LONGEST_REST))) return false;
  }
  return true;
}
