import { proseLines } from './agent-words.ts';
import { isOwnCommand } from './prompt-kind.ts';
import { plainLine } from './sentences.ts';
import type { Item, SessionView, TurnView } from './session-view.ts';

/** Of a turn that still runs, so many of the agent's last texts are its report. */
const RUNNING_TEXTS = 3;

/** The agent's last report: its last word, or of a turn that still runs the last texts between its calls. */
export function findReport(view: SessionView, limit: number): Item {
  const last = view.turns.findLast((turn) => textsOf(turn).length > 0 && !isOnlyOurs(turn));
  if (last === undefined) return { text: '' };
  const texts = textsOf(last);
  const told = last.finished ? texts.slice(-1) : texts.slice(-RUNNING_TEXTS);
  return { text: cutLines(told.map(flattened).join('\n'), limit), from: { by: 'agent', turn: last.number } };
}

/** What the agent says about a save is no report of the work. */
function isOnlyOurs({ turn, calls }: TurnView): boolean {
  return isOwnCommand(turn.prompt) && calls.length === 0;
}

function textsOf({ turn }: TurnView): string[] {
  return turn.steps.flatMap((step) => (step.kind === 'text' && step.text.trim() !== '' ? [step.text] : []));
}

/** Prose as it stands, each item of a list and each row of a table in a line of its own; code is left out. */
function flattened(text: string): string {
  return proseLines(text)
    .map((line) => (/^\s*(?:[-*+•]|\d{1,2}[.)])\s/.test(line) ? `- ${plainLine(line)}` : plainLine(line)))
    .filter((line) => line !== '' && !/^[-*_=\s]{3,}$/.test(line))
    .join('\n');
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
