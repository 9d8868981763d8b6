/** Shorter lines were ended by who wrote them. */
const MIN_WRAPPED = 60;
/** Begins something of its own: a heading, a point, a quotation, a fence, a row. */
const BEGINS = /^\s*(?:#{1,6}\s|[-*+•]\s|\d{1,2}[.)]\s|>|```|\||$)/;

/** A text whose lines were broken at a width, with each paragraph and each point in one line; code stays as it is. */
export function joinedLines(text: string): string {
  const lines: string[] = [];
  let isCode = false;
  for (const line of text.split(/\r?\n/)) {
    const isFence = /^\s*```/.test(line);
    const before = lines.at(-1);
    if (before !== undefined && !isCode && !isFence && goesOn(before) && !BEGINS.test(line))
      lines[lines.length - 1] = `${before.trimEnd()} ${line.trim()}`;
    else lines.push(line);
    if (isFence) isCode = !isCode;
  }
  return lines.join('\n');
}

function goesOn(line: string): boolean {
  if (/^\s*(?:#{1,6}\s|```|\|)/.test(line) || line.trim() === '') return false;
  const last = line.trimEnd().slice(-1);
  return /[,(–—]/.test(last) || (line.length >= MIN_WRAPPED && !/[.!?:;。]/.test(last));
}
