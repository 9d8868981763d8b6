import type { ToolCall } from '../core/session.ts';
import { commandKind, isCheckOnly, isHelp, leadingPart } from './command-kind.ts';
import { cutWords } from './sentences.ts';

const LENGTH = 240;

/** How many headings are in what was printed: with several, somebody measured on purpose. */
export function countHeadings(output: string): number {
  return output.split('\n').filter((line) => HEADING.test(line.slice(0, MAX_LINE))).length;
}

/** What a command found out, in one line; empty where that stands elsewhere: files read, diffs, checks and deliveries. */
export function resultOf(call: ToolCall): string {
  const command = call.command ?? '';
  if (call.reads !== undefined || isHelp(command) || isCheckOnly(command)) return '';
  if (['deliver', 'install'].includes(commandKind(command))) return '';
  const output = call.output ?? '';
  if (output.trim() === '') return SEARCH.test(leadingPart(command)) && !WRITES.test(command) ? 'no output' : '';
  return DIFF.test(output) ? '' : printed(output, isTroubled(call));
}

/** Error words mean something in what a check or a failed command printed; elsewhere they may be a file's or a log's. */
function isTroubled({ command = '', exitCode = 0, result }: ToolCall): boolean {
  return exitCode !== 0 || result === 'failed' || ['test', 'build', 'lint'].includes(commandKind(command));
}

/** Of these, no output is an answer. */
const SEARCH =
  /^(?:ls|grep|rg|ag|find|fd|jq)\s|^git(?: -C \S+)? (?:log|ls-\w+|diff|branch|tag|grep|status|stash list)\b/;
const WRITES = />(?!&|\s?\/dev\/null)/;
const DIFF = /^\s*(?:diff --git |@@ -\d)/m;

interface Section {
  readonly label: string;
  readonly lines: string[];
}

/** `=== tests ===` above what belongs to it. */
const HEADING = /^[=#*-]{2,} ?([^=#*].*?) ?[=#*-]{2,}$/;

/** The first lines that say something, and how many there were; of each part that has a heading the first. */
function printed(output: string, isTroubled: boolean): string {
  const sections: Section[] = [{ label: '', lines: [] }];
  for (const line of tellingLines(lastScreen(output))) {
    const label = HEADING.exec(line)?.[1];
    if (label === undefined) sections.at(-1)?.lines.push(line);
    else sections.push({ label, lines: [] });
  }
  const [bare, ...headed] = sections;
  if (headed.length === 0) return firstLines(bare?.lines ?? [], LENGTH, isTroubled);
  const parts = headed.map(
    ({ label, lines }) => `${label}: ${lines.length === 0 ? 'nothing' : firstLines(lines, SHARE)}`,
  );
  return cutWords([...(bare?.lines.slice(0, 1) ?? []), ...parts].join('; '), LENGTH + SHARE);
}

/** `gh run watch` and the like draw their screen anew; only the last one counts. */
const DRAWN = /^(?:Refreshing .{0,40} every \d+ seconds?\b.*|Every \d[\d.]*s: .*|[X✓*-] \S+ .{1,200} · \d{6,})$/gm;

function lastScreen(output: string): string {
  const screens = [...output.matchAll(DRAWN)];
  return screens.length < 2 ? output : output.slice(screens.at(-1)?.index);
}

const TROUBLE =
  /[✗✘]|\b(?:error|fatal|fail(?:ed|ure)|denied|timed out|not found|no such|cannot|refused|unauthorized|forbidden|back-?off)\b/i;
const MAX_TROUBLE = 2;

/** How much of a part that has a heading. */
const SHARE = 60;

/** The first lines, and of what went wrong the lines that say so, in the order in which they were printed. */
function firstLines(all: readonly string[], room: number, isTroubled = false): string {
  const lines = all.filter((line) => !CUT.test(line)).map(withoutSamePath);
  const trouble = isTroubled ? lines.filter((line) => TROUBLE.test(line)).slice(0, MAX_TROUBLE) : [];
  const first = cutWords(trouble[0] ?? lines[0] ?? '', room);
  const shown = new Map([[lines.indexOf(trouble[0] ?? lines[0] ?? ''), first]]);
  let left = room - first.length;
  for (const [at, line] of [...trouble, ...lines].map((line) => [lines.indexOf(line), line] as const)) {
    if (shown.has(at)) continue;
    left -= line.length + 3;
    if (left < 0) break;
    shown.set(at, line);
  }
  const places = [...shown.keys()].sort((a, b) => a - b);
  const text = places.map((at, on) => gapBefore(at, places[on - 1]) + (shown.get(at) ?? '')).join('');
  if (shown.size >= new Set(lines).size) return text;
  return lines.length < all.length ? `${text} …` : `${text} … (${lines.length} lines)`;
}

/** Lines that are left out between others are marked. */
function gapBefore(at: number, before: number | undefined): string {
  if (before === undefined) return at > 0 ? '… ' : '';
  return at === before + 1 ? ' · ' : ' … ';
}

/** `src/a.ts:12: x`, `src/a.ts:14: y` → `src/a.ts:12: x`, `14: y` */
function withoutSamePath(line: string, at: number, lines: readonly string[]): string {
  const path = PLACE.exec(line)?.[1];
  return path !== undefined && path === PLACE.exec(lines[at - 1] ?? '')?.[1] ? line.slice(path.length + 1) : line;
}

const PLACE = /^([\w@./-]+):(?=\d+:)/;

/** The middle of a long output is not kept. */
const CUT = /\d+ (?:characters cut|(?:tokens|chars) truncated)/;

/** What curl draws while it loads, each time over the last. */
const METER =
  /^\s*% Total .*$|^\s*Dload .*$|\r?\s*(?:\d[\d.]*[kMG]?\s+){5,}(?:(?:--|\d+):(?:--|\d\d):(?:--|\d\d)\s+){3}[\d.]+[kMG]?/gm;

/** Frames, bars, sums of a listing and what a runner says about itself. */
const NOT_TELLING =
  /^(?:total \d+|> .*|\$ .*|npm (?:warn|notice)\b.*|Warning: truncated output \(.*|Total output lines: \d+|Exit code \d+|Shell cwd was reset .*|(?:fetch|retriev|load|download|resolv|install|connect)ing\b.*)$|[\u2588-\u2593\u2800-\u28ff]|^\.{1,2}$/i;
const LISTED = /^[-dlbcps][rwxsStT-]{9}[@+.]?\s+\d+\s+\S+\s+\S+\s+\d+\s+\S+\s+\S+\s+\S+\s+/;
const MAX_LINE = 400;

function tellingLines(output: string): string[] {
  const lines = output
    .replace(METER, '')
    .split('\n')
    .map((line) =>
      line
        .slice(0, MAX_LINE)
        .replace(/[\u2500-\u257f]+/g, ' ')
        .replace(/\s+/g, ' ')
        .trim()
        .replace(LISTED, ''),
    );
  const usage = lines.findIndex((line) => /^usage:/i.test(line));
  return (usage === -1 ? lines : lines.slice(0, usage)).filter(
    (line) => !NOT_TELLING.test(line) && (/[\p{L}\p{N}]/u.test(line) || line === '[]' || line === '{}'),
  );
}
