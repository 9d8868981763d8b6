import { redact } from '../redaction/redact.ts';
import { keptText, LIMITS } from './kept-text.ts';

const MAX_LINES = 16;
const MAX_LINE = 100;
/** Lines in which tests add themselves up; each of many suites has its own. */
const SUMS =
  /^(?:test result: |[ \t]*Tests:? +\d|=+ .{0,60}\b\d+ (?:passed|failed)|[ \t]*\d+ (?:passed|passing|failed|failing)\b).*$/gm;
const MARK = /^… \[\d+ characters cut\] …$/m;

/** What a command printed, with such lines out of the middle that is cut, unless there are too many. */
export function keptOutput(text: string): string {
  const sums = text.length <= LIMITS.output ? [] : sumsIn(text);
  if (sums.length === 0 || sums.length > MAX_LINES) return keptText(text, LIMITS.output);
  const kept = keptText(text, LIMITS.output - sums.length * (MAX_LINE + 1));
  const mark = MARK.exec(kept);
  if (mark === null) return kept;
  const [head, tail] = [kept.slice(0, mark.index), kept.slice(mark.index + mark[0].length)];
  const middle = sums.slice(sumsIn(head).length, sums.length - sumsIn(tail).length);
  return [head + mark[0], ...middle].join('\n') + tail;
}

function sumsIn(text: string): string[] {
  return [...text.matchAll(SUMS)].map(([line]) => redact(line.trim()).text.slice(0, MAX_LINE));
}
