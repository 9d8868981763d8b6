import { plainLine } from './sentences.ts';
import { severityBelow } from './typed-words.ts';

/** One thing that a pasted review or log says is wrong. */
export interface PastedPoint {
  readonly title: string;
  /** `P1`, `High`; empty where none is said. */
  readonly severity: string;
  /** `src/a.ts:12`; empty where none is named. */
  readonly place: string;
  readonly from: 'review' | 'log';
}

const SEVERITY = '(?:P[0-3]|critical|blocker|high|major|medium|moderate|minor|low|nit)';
/** `- [P1] Close the store — src/store.ts:42`, `2. **High**: …` */
const TAGGED = new RegExp(
  String.raw`^\s*(?:[-*•]|\d{1,2}[.)])?\s*\**\[?\**(${SEVERITY})\b(?: (?:severity|priority|impact))?\**\]?\**\s*[:\]—–-]*\s*\**(.{10,})$`,
  'i',
);
/** `**Moderate issues:**` stands above what it speaks of. */
const HEADING = /:[*_\s]{0,8}$/;
const PLACE = /(?:^|[\s(`[])((?:[\w@.-]+\/)*[\w@.[\]-]+\.[a-z]{1,5}(?::\d+)?)(?=$|[\s)`\],:;—–-])/i;
/** A line of a compiler, of a test run or of a traceback that says what went wrong. */
const LOGGED =
  /^\s*(?:[\w@./-]+\.\w{1,5}[:(]\d+(?:[:,]\d+)?\)?:? .*\b(?:error|undefined|cannot|expected|failed|unused|missing)\b|--- FAIL: \S+|FAIL(?:ED)?[:\s]+\S+|not ok \d+ |(?:\w+)?Error: \S|error(?:\[\w+\]| TS\d+)?: \S|fatal: \S|panic: \S)/i;
const IN_BLOCK = /```[\w-]*\n([\s\S]*?)(?:```|$)/g;

const MAX_LOGGED = 4;
const MAX_TITLE = 150;

/** What a prompt holds of a review or a log that somebody pasted into it. */
export function pastedPoints(prompt: string): PastedPoint[] {
  const found = [...tagged(prompt), ...titled(prompt)];
  return found.length > 0 ? found : logged(prompt);
}

function tagged(prompt: string): PastedPoint[] {
  const lines = prompt.split('\n');
  return lines.flatMap((line, at) => {
    const [, severity, rest = ''] = TAGGED.exec(line) ?? [];
    if (severity === undefined || /^(?:severity|priority|impact)\b/i.test(rest) || HEADING.test(rest)) return [];
    const place = placeIn(rest) || placeIn(lines[at + 1] ?? '');
    return [point(rest, { severity, place, from: 'review' })];
  });
}

/** A title in a paragraph of its own, its severity in the next, then the text. */
function titled(prompt: string): PastedPoint[] {
  const paragraphs = prompt.split(/\n\s*\n/).map((paragraph) => paragraph.trim());
  return paragraphs.flatMap((title, at) => {
    const severity = severityBelow(paragraphs[at + 1]);
    return severity === undefined
      ? []
      : [point(title, { severity, place: placeIn(paragraphs[at + 2] ?? ''), from: 'review' })];
  });
}

function logged(prompt: string): PastedPoint[] {
  const blocks = [...prompt.matchAll(IN_BLOCK)].map(([, block = '']) => block);
  const text = blocks.length > 0 ? blocks.join('\n') : prompt;
  const lines = text.split('\n').filter((line) => LOGGED.test(line));
  return [...new Set(lines.map((line) => line.trim()))]
    .slice(0, MAX_LOGGED)
    .map((line) => ({ title: line.slice(0, MAX_TITLE), severity: '', place: placeIn(line), from: 'log' }));
}

function placeIn(text: string): string {
  return PLACE.exec(text)?.[1] ?? '';
}

function point(line: string, rest: Omit<PastedPoint, 'title'>): PastedPoint {
  const title = plainLine(line)
    .replace(/\s*[—–-]+\s*`?[\w@./[\]-]+\.\w{1,5}(?::[\d-]+)?`?\s*$/, '')
    .replace(/[\s.:]+$/, '');
  return { ...rest, title: title.slice(0, MAX_TITLE) };
}
