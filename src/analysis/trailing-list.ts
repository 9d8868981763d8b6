import { plainLine } from './sentences.ts';

const LISTED = /^\s*(?:[-*+•]|\d{1,2}[.)])\s+(\S.*)$/;
const MAX_LISTED = 6;

interface TrailingList {
  readonly head: string;
  readonly items: readonly string[];
}

/** A text that ends with a list, and the list: `I'll update the pages to:` says little without it. */
export function trailingList(text: string): TrailingList {
  const lines = text.trimEnd().split('\n');
  const isPart = (line: string) => line.trim() === '' || LISTED.test(line);
  const start = lines.findLastIndex((line) => !isPart(line)) + 1;
  const items = lines.slice(start).flatMap((line) => LISTED.exec(line)?.[1] ?? []);
  if (items.length === 0) return { head: text, items };
  return { head: lines.slice(0, start).join('\n'), items: items.slice(0, MAX_LISTED).map(plainLine) };
}
