import { jsonEntries } from './json-entries.ts';
import { plainLine, splitSentences } from './sentences.ts';
import type { SessionView, TurnView } from './session-view.ts';

/** Where the agent said something: at the end of a finished turn, between its calls, or in a report handed to it. */
type Place = 'closing' | 'commentary' | 'handed';

/** One sentence of the agent. */
export interface AgentSentence {
  readonly text: string;
  readonly turn: number;
  readonly place: Place;
}

/** Every sentence of the agent, oldest first; code is left out, the rows of a table are told as `a: b`. */
export function agentSentences(view: SessionView): AgentSentence[] {
  const own = view.turns.flatMap((turn) => sentencesOfTurn(turn));
  const handed = view.session.subagents.flatMap(({ result = '' }) => sentencesOf(result, { turn: 0, place: 'handed' }));
  const before = view.session.compactions.flatMap((text) => sentencesOf(text, { turn: 0, place: 'handed' }));
  return [...before, ...handed, ...own];
}

function sentencesOfTurn(turn: TurnView): AgentSentence[] {
  const texts = turn.turn.steps.flatMap((step) => (step.kind === 'text' ? [step.text] : []));
  return texts.flatMap((text, at) => {
    const place = at === texts.length - 1 && turn.finished ? 'closing' : 'commentary';
    return sentencesOf(text, { turn: turn.number, place });
  });
}

/** Where the middle of a long text was taken out, with the halves of sentences around it. */
const CUT = /(?:[^\n.!?]|[.!?](?!\s))*\n… \[\d+ characters cut\] …\n(?:[^\n.!?]|[.!?](?!\s))*[.!?]?/;

function sentencesOf(text: string, at: Omit<AgentSentence, 'text'>): AgentSentence[] {
  return proseLines(text.includes(' characters cut] …') ? text.replace(CUT, '\n') : text)
    .flatMap((line) => splitSentences(line))
    .map((sentence) => ({ text: sentence, ...at }));
}

/** The lines of a text without its code, each row of a table and each entry of a report in JSON as one line. */
export function proseLines(text: string): string[] {
  const entries = jsonEntries(text);
  if (entries !== undefined) return entries;
  const lines = text.replace(/```[\s\S]*?(?:```|$)/g, '\n').split(/\r?\n/);
  let titles: readonly string[] = [];
  return lines.flatMap((line, at) => {
    const cells = cellsOf(line);
    if (cells === undefined) {
      titles = [];
      return [line];
    }
    if (isRuler(line)) return [];
    if (isRuler(lines[at + 1] ?? '')) {
      titles = cells;
      return [];
    }
    return [rowText(cells, titles)];
  });
}

function cellsOf(line: string): string[] | undefined {
  if (!/^\s*\|.*\|\s*$/.test(line)) return undefined;
  return line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map(plainLine);
}

function isRuler(line: string): boolean {
  return /^\s*\|(?:\s*:?-{2,}:?\s*\|)+\s*$/.test(line);
}

/** `name: first title second, third title fourth` reads without the table. */
function rowText([first = '', ...rest]: readonly string[], titles: readonly string[]): string {
  const told = rest.flatMap((cell, at) => {
    const title = titles[at + 1] ?? '';
    if (cell === '') return [];
    return [title === '' || rest.length === 1 ? cell : `${title} ${cell}`];
  });
  return told.length === 0 ? first : `${first}: ${told.join(', ')}`;
}
