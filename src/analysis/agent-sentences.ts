import { proseLines } from './agent-words.ts';
import { outsideQuotes, withoutPutUp } from './claim-lines.ts';
import { BEFORE_ALL, type Moment } from './moments.ts';
import { splitSentences } from './sentences.ts';
import type { SessionView, TurnView } from './session-view.ts';

/** Where the agent said something: at the end of a finished turn, between its calls, or in a report handed to it. */
type Place = 'closing' | 'commentary' | 'handed';

/** One sentence of the agent. */
export interface AgentSentence {
  readonly text: string;
  readonly turn: number;
  readonly place: Place;
  /** Where its message stands. */
  readonly moment: Moment;
  /** The sentence before it in the same line; empty where there is none. */
  readonly before: string;
}

/** What was found out before these has been used or is forgotten. */
const LAST_TURNS = 16;

/** Every sentence that the agent states in its last turns, oldest first; code is left out, the rows of a table are told as `a: b`. */
export function agentSentences(view: SessionView): AgentSentence[] {
  const own = view.turns.slice(-LAST_TURNS).flatMap(sentencesOfTurn);
  const given = { turn: 0, place: 'handed', moment: BEFORE_ALL } as const;
  const handed = unreported(view).flatMap((result) => sentencesOf(result, given));
  const before = view.session.compactions.slice(-1).flatMap((text) => sentencesOf(text, given));
  return [...before, ...handed, ...own];
}

/** What subagents reported and the agent has not told in its own words yet: it may find that they were wrong. */
function unreported({ turns, session }: SessionView): string[] {
  const last = turns.at(-1);
  if (last === undefined || last.finished) return [];
  const started = last.calls.filter(({ call }) => call.action === 'agent').length;
  return started === 0 ? [] : session.subagents.slice(-started).flatMap(({ result }) => result ?? []);
}

function sentencesOfTurn({ number, turn, finished }: TurnView): AgentSentence[] {
  const last = turn.steps.findLastIndex(({ kind }) => kind === 'text');
  return turn.steps.flatMap((step, at) => {
    if (step.kind !== 'text') return [];
    const place = at === last && finished ? 'closing' : 'commentary';
    return sentencesOf(step.text, { turn: number, place, moment: { turn: number, step: at } });
  });
}

/** Where the middle of a long text was taken out, with the halves of sentences around it. */
const CUT = /(?:[^\n.!?]|[.!?](?!\s))*\n… \[\d+ characters cut\] …\n(?:[^\n.!?]|[.!?](?!\s))*[.!?]?/;

function sentencesOf(text: string, at: Omit<AgentSentence, 'text' | 'before'>): AgentSentence[] {
  const whole = text.includes(' characters cut] …') ? text.replace(CUT, '\n') : text;
  return proseLines(withoutPutUp(whole)).flatMap((line) => {
    const sentences = outsideQuotes(splitSentences(line));
    return sentences.map((sentence, index) => ({ text: sentence, before: sentences[index - 1] ?? '', ...at }));
  });
}
