import { proseLines } from './agent-words.ts';
import { outsideQuotes, withoutPutUp } from './claim-lines.ts';
import { foundInSummary } from './compaction-findings.ts';
import { isJsonRecord } from './json-entries.ts';
import { BEFORE_ALL, isLater, type Moment } from './moments.ts';
import { isPraise } from './praise.ts';
import { editsOf } from './replaced.ts';
import { reportPoints } from './report-points.ts';
import { splitSentences } from './sentences.ts';
import type { SessionView, TurnView } from './session-view.ts';
import { untoldReports } from './subagent-reports.ts';

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
  /** The sentences after it in the same line; empty where there are none. */
  readonly after: string;
  /** It stands in a list of what was found out: no words need to show that it is a finding. */
  readonly listed?: boolean;
  /** It says what was wrong, after the agent had looked for it. */
  readonly isCause?: boolean;
}

/** What was found out before these has been used or is forgotten. */
const LAST_TURNS = 16;

/** Every sentence that the agent states in its last turns, oldest first; code is left out, the rows of a table are told as `a: b`. */
export function agentSentences(view: SessionView): AgentSentence[] {
  const own = view.turns.slice(-LAST_TURNS).flatMap(sentencesOfTurn);
  const before = view.session.compactions.slice(-1).flatMap(ofSummary);
  return [...before, ...inReports(view), ...own];
}

/** Prose of a report, until the agent goes on to edit: it has drawn from it what it needs. What a report lists is told point by point. */
function inReports(view: SessionView): AgentSentence[] {
  const lastEdit = editsOf(view).at(-1)?.at ?? BEFORE_ALL;
  return untoldReports(view)
    .filter(({ text, moment }) => !isLater(lastEdit, moment) && reportPoints(text).length === 0)
    .flatMap(({ text, moment }) => sentencesOf(text, { turn: moment.turn, place: 'handed', moment }))
    .filter(({ text }) => !isPraise(text) && !OF_HEADING.test(text));
}

/** Only the heading above it says which. */
const OF_HEADING =
  /^(?:(?:the|this) (?:module|file|class|component|function|script|package|hook|page|test|library|section)s? (?!`)|(?:tests|status|location|platforms?|products?|purpose|version|targets?|dependencies|used by|exports)(?: \w+)?: )/i;

const GIVEN = { turn: 0, place: 'handed', moment: BEFORE_ALL } as const;

/** Only the sections that tell what was found out are read for that. */
function ofSummary(summary: string): AgentSentence[] {
  const found = foundInSummary(summary);
  if (found === undefined) return sentencesOf(summary, GIVEN);
  return [
    ...found.errors.map((text) => ({ text, before: '', after: '', listed: true, ...GIVEN })),
    ...sentencesOf(found.prose, GIVEN),
  ];
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

/** A text without the halves of sentences around a place where its middle was taken out. */
export function withoutScraps(text: string, mark = ''): string {
  return text.includes(' characters cut] …') ? text.replace(CUT, `\n${mark}\n`) : text;
}

function sentencesOf(text: string, at: Omit<AgentSentence, 'text' | 'before' | 'after'>): AgentSentence[] {
  if (isJsonRecord(text)) return [];
  return proseLines(withoutPutUp(withoutScraps(text))).flatMap((line) => {
    const sentences = outsideQuotes(splitSentences(line));
    return sentences.map((sentence, index) => ({
      text: sentence,
      before: sentences[index - 1] ?? '',
      after: sentences.slice(index + 1).join(' '),
      ...at,
    }));
  });
}
