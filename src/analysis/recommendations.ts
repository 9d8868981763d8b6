import { proseLines } from './agent-words.ts';
import { commonWords } from './answered-question.ts';
import { agreesFirst } from './prompt-kind.ts';
import { closingQuestion } from './proposals.ts';
import { splitSentences } from './sentences.ts';
import type { CallView, SessionView, TurnView } from './session-view.ts';

const RECOMMENDS =
  /^(?:(?:my |the )?recommendation(?: is)?\s*[:–—-]?\s+|my pick(?: is)?\s*[:–—-]?\s+|i(?:['’]d| would)? recommend (?!that\b|you\b|we\b|\w+ing\b))(.{8,200})$/i;
/** A yes to one of these is a yes to what was recommended. */
const GO_AHEAD =
  /\b(?:proceed|go ahead|go with|do (?:it|that|this)|implement|apply|set (?:it|that) up|sounds?|agree)\b/i;

/** `This one if you want …, or that one for …` leaves the choice open. */
const IN_CASE = /\bif you\b.*\bor\b/i;

interface Recommendation {
  readonly text: string;
  readonly turn: number;
}

/** What the agent recommended, where the user's next words accept it or the agent's later calls go on with it. */
export function takenRecommendations(view: SessionView): Recommendation[] {
  return view.turns.flatMap((turn) =>
    recommendedIn(turn)
      .filter((text) => isAccepted(view, turn, text) || isCarriedOut(view, turn, text))
      .map((text) => ({ text: `${text} (recommended by the agent, and taken)`, turn: turn.number })),
  );
}

function recommendedIn({ closing }: TurnView): string[] {
  return proseLines(closing)
    .flatMap((line) => splitSentences(line))
    .flatMap((sentence) => RECOMMENDS.exec(sentence)?.[1]?.replace(/[.\s]+$/, '') ?? [])
    .filter((text) => !IN_CASE.test(text));
}

function isAccepted({ turns }: SessionView, { number, closing }: TurnView, text: string): boolean {
  const next = turns[number];
  if (next === undefined || (next.kind !== 'agreement' && !agreesFirst(next.words))) return false;
  const question = closingQuestion(closing);
  return question === '' || GO_AHEAD.test(question) || commonWords(question, text) > 0;
}

/** A name that it begins with is new in the calls after it. */
function isCarriedOut({ calls }: SessionView, { number }: TurnView, text: string): boolean {
  const has = (name: string) => (call: CallView) => wordsOf(call).includes(name.toLowerCase());
  return namesIn(text).some(
    (name) =>
      calls.some((call) => call.turn > number && has(name)(call)) &&
      !calls.some((call) => call.turn <= number && has(name)(call)),
  );
}

const FIRST_WORDS = 4;

/** Any first word has a capital letter; it is part of a name where the second has one, too. */
function namesIn(text: string): string[] {
  const words = text.split(/\s+/).slice(0, FIRST_WORDS);
  const isName = (word = '') => /^[A-Z][A-Za-z]{3,30}$/.test(word);
  return words.filter((word, at) => isName(word) && (at > 0 || isName(words[1])));
}

function wordsOf({ call }: CallView): string {
  const isDone = call.action === 'edit' || call.action === 'command';
  return isDone ? `${call.command ?? ''}\n${call.change?.added ?? ''}`.toLowerCase() : '';
}
