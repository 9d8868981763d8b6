import { proseLines } from './agent-words.ts';
import { isOwnCommand } from './prompt-kind.ts';
import { plainLine } from './sentences.ts';
import type { Item, SessionView, TurnView } from './session-view.ts';

/** Of a turn that still runs, so many of the agent's last texts are its report, and older ones while these say little. */
const RUNNING_TEXTS = 3;
const MORE_RUNNING_TEXTS = 6;
/** A shorter report is read together with what the agent said before it. */
const ENOUGH = 700;
/** `Now update the tests:` says nothing afterwards. */
const MIN_TEXT = 80;
const MAX_EARLIER = 1200;
const EARLIER_TURNS = 2;

/** The agent's last report: its last word, or of a turn that still runs the last texts between its calls. */
export function findReport(view: SessionView, limit: number): Item {
  const last = view.turns.findLast((turn) => textsOf(turn).length > 0 && !isOnlyOurs(turn));
  if (last === undefined) return { text: '' };
  const own = (last.finished ? textsOf(last).slice(-1) : runningTexts(last)).map(flattened).join('\n');
  const text = [own, ...earlierReports(view, last, own.length)].join('\n');
  return { text: cutLines(text, limit), from: { by: 'agent', turn: last.number } };
}

/** What the agent says about a save is no report of the work. */
function isOnlyOurs({ turn, calls }: TurnView): boolean {
  return isOwnCommand(turn.prompt) && calls.length === 0;
}

function textsOf({ turn }: TurnView): string[] {
  return turn.steps.flatMap((step) => (step.kind === 'text' && step.text.trim() !== '' ? [step.text] : []));
}

function runningTexts(turn: TurnView): string[] {
  const texts = textsOf(turn);
  const newest = texts.slice(-RUNNING_TEXTS);
  const older = texts.slice(0, -RUNNING_TEXTS).filter((text) => text.length >= MIN_TEXT);
  for (const text of older.slice(-MORE_RUNNING_TEXTS).reverse()) {
    if (newest.join('\n').length >= ENOUGH) break;
    newest.unshift(text);
  }
  return newest;
}

/** `Committed` and `yes, do it` lean on what was reported before them. */
function earlierReports(view: SessionView, last: TurnView, told: number): string[] {
  const found: string[] = [];
  let length = told;
  for (const { closing, number } of view.turns
    .slice(0, last.number - 1)
    .reverse()
    .slice(0, EARLIER_TURNS)) {
    if (length >= ENOUGH) break;
    if (closing.length < MIN_TEXT) continue;
    const text = cutLines(flattened(closing), MAX_EARLIER);
    found.push(`Before that, in turn ${number}:\n${text}`);
    length += text.length;
  }
  return found;
}

/** Prose as it stands, each item of a list and each row of a table in a line of its own; of code only a few short lines. */
function flattened(text: string): string {
  return proseLines(withShortCode(text))
    .map((line) => (/^\s*(?:[-*+•]|\d{1,2}[.)])\s/.test(line) ? `- ${plainLine(line)}` : plainLine(line)))
    .filter((line) => line !== '' && !/^[-*_=\s]{3,}$/.test(line))
    .join('\n');
}

const MAX_CODE_LINES = 3;
const MAX_CODE = 200;

/** A command that the reader shall run is part of the report; a listing is not. */
function withShortCode(text: string): string {
  return text.replace(/```\w*\n([\s\S]*?)```/g, (block, code: string) => {
    const lines = code.split('\n').filter((line) => line.trim() !== '');
    if (lines.length > MAX_CODE_LINES || code.length > MAX_CODE || code.includes('`')) return block;
    return lines.map((line) => `\`${line.trim()}\``).join('\n');
  });
}

/** Whole lines from the start; the end, where agents ask and offer, goes with them. */
function cutLines(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const lines = text.split('\n');
  const tail = lines.at(-1) ?? '';
  const room = limit - Math.min(tail.length, 300) - 2;
  let head = '';
  for (const line of lines.slice(0, -1)) {
    if (head.length + line.length + 1 > room) break;
    head += `${line}\n`;
  }
  return `${head === '' ? `${text.slice(0, room)}` : head}…\n${tail.slice(-300)}`;
}
