import { diffArrays } from 'diff';

/** Beyond this many edits the whole middle counts as replaced; git, too, stops looking for the shortest way. */
const MAX_EDITS = 5000;

/** git looks this far for a NUL byte. */
const MAX_LOOKED_AT = 8000;

/** Whether git takes a file for something else than lines, as far as its bytes decide. */
export function isBinary(bytes: Buffer): boolean {
  return bytes.subarray(0, MAX_LOOKED_AT).includes(0);
}

interface EditCounts {
  readonly added: number;
  readonly removed: number;
}

/** How many lines came and how many went. */
export function countEdits(before: Uint8Array, after: Uint8Array): EditCounts {
  const [old, now] = withoutCommonEnds(splitLines(before), splitLines(after));
  const kept = countCommonLines(old, now);
  return { added: now.length - kept, removed: old.length - kept };
}

/** Lines with their ends; bytes as characters. */
function splitLines(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function withoutCommonEnds(old: readonly string[], now: readonly string[]): readonly [string[], string[]] {
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let tail = 0;
  const most = Math.min(old.length, now.length) - start;
  while (tail < most && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1;
  return [old.slice(start, old.length - tail), now.slice(start, now.length - tail)];
}

/** A line that the other side has not at all can stay nowhere: to leave it out spares the search most of its work. */
function countCommonLines(old: readonly string[], now: readonly string[]): number {
  const [inOld, inNow] = [new Set(old), new Set(now)];
  const [one, other] = [old.filter((line) => inNow.has(line)), now.filter((line) => inOld.has(line))];
  const parts = one.length === 0 ? [] : (diffArrays(one, other, { maxEditLength: MAX_EDITS }) ?? []);
  return parts.reduce((sum, { added, removed, count }) => (added || removed ? sum : sum + count), 0);
}
