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
  return DIFF.test(output) ? '' : printed(output);
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
function printed(output: string): string {
  const sections: Section[] = [{ label: '', lines: [] }];
  for (const line of tellingLines(output)) {
    const label = HEADING.exec(line)?.[1];
    if (label === undefined) sections.at(-1)?.lines.push(line);
    else sections.push({ label, lines: [] });
  }
  const [bare, ...headed] = sections;
  if (headed.length === 0) return firstLines(troubleFirst(bare?.lines ?? []), LENGTH);
  const parts = headed.map(
    ({ label, lines }) => `${label}: ${lines.length === 0 ? 'nothing' : firstLines(lines, SHARE)}`,
  );
  return cutWords([...(bare?.lines.slice(0, 1) ?? []), ...parts].join('; '), LENGTH + SHARE);
}

/** What went wrong is said before what else was printed. */
function troubleFirst(lines: readonly string[]): string[] {
  const trouble = lines.filter((line) => TROUBLE.test(line)).slice(0, MAX_TROUBLE);
  return [...trouble, ...lines.filter((line) => !trouble.includes(line))];
}

const TROUBLE =
  /[✗✘]|\b(?:error|fatal|fail(?:ed|ure)|denied|timed out|not found|no such|cannot|refused|unauthorized|forbidden|back-?off)\b/i;
const MAX_TROUBLE = 2;

/** How much of a part that has a heading. */
const SHARE = 60;

function firstLines(all: readonly string[], room: number): string {
  const lines = all.filter((line) => !CUT.test(line)).map(withoutSamePath);
  const shown = [cutWords(lines[0] ?? '', room)];
  let left = room - (shown[0]?.length ?? 0);
  for (const line of lines.slice(1)) {
    left -= line.length + 3;
    if (left < 0) break;
    shown.push(line);
  }
  const text = shown.join(' · ');
  if (shown.length >= lines.length) return text;
  return lines.length < all.length ? `${text} …` : `${text} … (${lines.length} lines)`;
}

/** `src/a.ts:12: x`, `src/a.ts:14: y` → `src/a.ts:12: x`, `14: y` */
function withoutSamePath(line: string, at: number, lines: readonly string[]): string {
  const path = PLACE.exec(line)?.[1];
  return path !== undefined && path === PLACE.exec(lines[at - 1] ?? '')?.[1] ? line.slice(path.length + 1) : line;
}

const PLACE = /^([\w@./-]+):(?=\d+:)/;

/** The middle of a long output is not kept. */
const CUT = /\d+ (?:characters cut|(?:tokens|chars) truncated)/;

/** Frames, bars, sums of a listing and what a runner says about itself. */
const NOT_TELLING =
  /^(?:total \d+|> .*|\$ .*|npm (?:warn|notice)\b.*|Exit code \d+|Shell cwd was reset .*|(?:fetch|retriev|load|download|resolv|install|connect)ing\b.*)$|[\u2588-\u2593\u2800-\u28ff]|^\.{1,2}$/i;
const LISTED = /^[-dlbcps][rwxsStT-]{9}[@+.]?\s+\d+\s+\S+\s+\S+\s+\d+\s+\S+\s+\S+\s+\S+\s+/;
const MAX_LINE = 400;

function tellingLines(output: string): string[] {
  const lines = output.split('\n').map((line) =>
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
