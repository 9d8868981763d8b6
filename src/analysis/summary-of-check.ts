import { cutWords } from './sentences.ts';

const SUMMARIES = {
  test: /^(?!running ).*(?:\b\d+ (?:passed|passing|failed|failing|tests?\b|specs?\b|examples?)|\bTests?:?\s+\d+\b(?![.\d]*m?s\b)|^ok\s+\S+\s+[\d.]+s|test result: |\d+ assertions|All (?:tests|checks) pass\w*).*$/im,
  lint: /^.*(?:0 issues|no issues|Found \d+ errors?|All checks pass\w*).*$/im,
} as const;

/** `error: Item 3 failed`, `Task 2 failed: no route`: what a test prints, and no sum. */
const OF_ONE = /^\W*\w*error:|\b(?!(?:tests?|files|suites|specs|checks|examples|and|with|all|total)\b)[a-z]+ \d+ fail/i;

/** Bun's sums stand on lines of their own. */
function sumOfBun(output: string): string | undefined {
  const last = (word: string) => [...output.matchAll(new RegExp(`^ *\\d+ ${word}$`, 'gm'))].at(-1)?.[0].trim();
  const [passed, failed] = [last('pass'), last('fail')];
  return passed === undefined || failed === undefined ? undefined : `${passed}, ${failed}`;
}

/** The line in which a check adds itself up. Several may have run in one command: each has lines of its own kind. */
export function summaryLine(output: string, kind: keyof typeof SUMMARIES): string {
  const bun = kind === 'test' ? sumOfBun(output) : undefined;
  if (bun !== undefined) return bun;
  const lines = output.split('\n').filter((line) => SUMMARIES[kind].test(line) && !OF_ONE.test(line));
  // `16 passed` says more than how long it took.
  const counted =
    // Of many suites, the last may be an empty one.
    lines.findLast((line) => /\b[1-9]\d* (?:passed|passing|failed|failing)\b/.test(line)) ??
    lines.findLast((line) => /\b\d+ (?:passed|passing|failed|failing)\b/.test(line));
  const ranSome = lines.findLast((line) => !/\[no tests to run\]/.test(line));
  const alike = counted === undefined ? [] : lines.filter((line) => shapeOf(line) === shapeOf(counted));
  if (alike.length > 1 && isPartial(output, alike)) return '';
  const ran = alike.filter((line) => /\b[1-9]\d* (?:pass|fail)/.test(line));
  if (ran.length > 1) return summed(ran);
  return cutWords((counted ?? ranSome ?? lines.at(-1) ?? '').replace(/^[=\s]+|[=\s]+$/g, ''), 120);
}

/** Lines of many suites differ in their numbers alone. */
function shapeOf(line: string): string {
  return line
    .replace(/\b(?:ok|FAILED)\b/g, '')
    .replace(/\d[\d.]*/g, '0')
    .trim();
}

/** Of suites whose sums are cut out, one says nothing about all. Where the sums were kept, they stand behind the cut. */
function isPartial(output: string, alike: readonly string[]): boolean {
  const behind = /\bcharacters cut\b.*\n(.*)/.exec(output)?.[1];
  return /\b(?:tokens|chars|characters) (?:truncated|cut)\b/.test(output) && !alike.includes(behind ?? '');
}

/** `124 passed; 0 failed; 1 ignored in 5 suites` */
function summed(lines: readonly string[]): string {
  const sums = new Map<string, number>();
  for (const line of lines)
    for (const [, count = '', word = ''] of line.matchAll(/\b(\d+) (pass\w*|fail\w*|skipped|ignored|pending|todo)\b/g))
      sums.set(word, (sums.get(word) ?? 0) + Number(count));
  const told = [...sums].filter(([word, count]) => count > 0 || /^(?:pass|fail)/.test(word));
  return `${told.map(([word, count]) => `${count} ${word}`).join('; ')} in ${lines.length} suites`;
}
