import type { Evidence } from '../core/note.ts';
import { decidedByAgent } from './agent-decisions.ts';
import { commonWords } from './answered-question.ts';
import { approvedResult } from './approvals.ts';
import { BOUNDS, bounded } from './bounds.ts';
import { decidedInSummary, quotedTurns } from './compaction-words.ts';
import { wasActedOn } from './given-answers.ts';
import { laterPick } from './later-picks.ts';
import { valueTopic, withNewValue } from './new-values.ts';
import { findChoice } from './options.ts';
import { isGivenUp, otherWay } from './other-way.ts';
import { isOvertaken } from './overtaken.ts';
import { decidedByPlans, overturnedPlan } from './plan-decisions.ts';
import { decidedByAnswers } from './question-decisions.ts';
import { takenRecommendations } from './recommendations.ts';
import { chosenOptions, isReversal } from './reply.ts';
import { type Settled, settledByReply } from './reply-decisions.ts';
import { cutWords, subjectWords } from './sentences.ts';
import type { Item, SessionView, TurnView } from './session-view.ts';
import { choicesOf, confirmed, steeredTo } from './user-choices.ts';

interface Decided extends Settled {
  readonly from: Evidence;
  readonly named?: string;
  /** What was taken before on the same thing did not work. */
  readonly isOtherWay?: boolean;
}

/** What was settled, oldest first: answers, approved plans, replies, the user's choices, the agent's own. */
export function findDecisions(view: SessionView): Item[] {
  const all = allDecisions(view);
  const items = all.map(({ text, topic, from, named = '' }, at) => {
    const later = all.slice(at + 1);
    const isAnew =
      later.some((one) => isSameTopic(topic, one.topic)) ||
      isReopened(view, text, from) ||
      isDecidedAfterAll(text, later) ||
      isRevoked(view, text, from) ||
      isReadSince(named, later) ||
      isLeft({ text, from }, later) ||
      isOvertaken(view, { text, from }, later);
    return { text, from: isAnew ? { ...from, superseded: true } : from };
  });
  return bounded(items, BOUNDS.decisions, 'last');
}

/** What the agent made of later answers speaks of what the user had answered in words of their own. */
function isReadSince(named: string, later: readonly Decided[]): boolean {
  const words = [...subjectWords(named)];
  const isAbout = ({ text, from }: Decided) =>
    from.by === 'agent' && words.every((word) => subjectWords(text).has(word));
  return words.length > 0 && later.some(isAbout);
}

function isLeft({ text, from }: Item, later: readonly Decided[]): boolean {
  return (
    from?.by === 'user' &&
    later.some(
      (one) => one.isOtherWay === true && isGivenUp({ text, turn: from.turn }, { text: one.text, turn: one.from.turn }),
    )
  );
}

const REVOKES = /\b(?:don['’]?t|do not|drop|remove|revert|get rid of|no longer|instead of|without) (?:\w+ ){0,4}?$/i;
/** A name that is no word of the language. */
const NAME = /`([^`\s]{4,60})`|\b([a-z]\w*(?:[-_.]\w+)+|[a-z]+[A-Z]\w+)\b/g;

/** The user says later that what the decision names is not to be. */
function isRevoked({ turns }: SessionView, text: string, { turn = 0 }: Evidence): boolean {
  const answer = text.slice(text.lastIndexOf(' → ') + 1);
  const names = [...answer.matchAll(NAME)].map(([, code = '', plain = '']) => code || plain);
  return turns.slice(turn).some(({ typed }) =>
    names.some((name) => {
      const at = typed.indexOf(name);
      return at > 0 && REVOKES.test(typed.slice(Math.max(0, at - MAX_BEFORE), at).replace(/[`"'*]/g, ''));
    }),
  );
}

const MAX_BEFORE = 60;

function allDecisions(view: SessionView): Decided[] {
  const answered = decidedByAnswers(view).map((one) => ({ ...one, from: { by: 'question' as const } }));
  const taken = takenRecommendations(view);
  const said: Decided[] = [];
  for (const turn of view.turns) {
    const recommended = taken.filter(({ turn: number }) => number === turn.number).map(({ text }) => text);
    said.push(...decidedByUser(view, turn, said), ...ofAgent(turn, [...decidedByAgent(turn), ...recommended]));
  }
  const planned = decidedByPlans(view).map(({ text, from }) => ({ text, topic: '', from }));
  return [...ofSummary(view), ...answered, ...planned, ...said];
}

/** What the newest summary knows of decisions, and what the user's words that it quotes settle. */
function ofSummary(view: SessionView): Decided[] {
  const told = view.session.compactions.slice(-1).flatMap(decidedInSummary);
  const chosen = quotedTurns(view).flatMap(choicesOf);
  return [...told, ...chosen].map((text) => ({ text, topic: valueTopic(text), from: { by: 'summary' } }));
}

/** Whether two decisions are about one thing, so that the later word holds. */
function isSameTopic(one: string, other: string): boolean {
  if (one === '' || other === '') return false;
  if (one === other) return true;
  const [mine, theirs] = [subjectWords(one), subjectWords(other)];
  const common = [...mine].filter((word) => theirs.has(word)).length;
  return common >= 3 && common / Math.max(mine.size, theirs.size) > 0.7;
}

const PUT_OFF = /\bout of (?:the )?scope\b|\bundecided\b|\bnot decided\b|\bdecide (?:it |that |this )?later\b/i;
const PICKED =
  /→ (?:ok(?:ay)?,? |then |actually,? |well,? )*(?:let['’]?s (?:do|use|go|take|make)|use|go with|take|it['’]s)\b/i;

/** What was put off, and picked when the agent asked on: `If the colour is out of scope, …?` → `Let's do red`. */
function isDecidedAfterAll(text: string, later: readonly Decided[]): boolean {
  return PUT_OFF.test(text) && later.some((one) => PICKED.test(one.text) && commonWords(one.topic, text) >= 3);
}

/** The user quotes the answer later, and speaks of changing it. */
function isReopened({ turns }: SessionView, text: string, { turn = 0 }: Evidence): boolean {
  const answer = / → (.{15,}?)(?: — .*| \(agent: .*)?$/.exec(text)?.[1]?.toLowerCase();
  return (
    answer !== undefined &&
    turn > 0 &&
    turns
      .slice(turn)
      .some(({ words }) => words.toLowerCase().includes(answer) && /\b(?:chang|replac|renam|drop|instead)/i.test(words))
  );
}

function decidedByUser(view: SessionView, turn: TurnView, earlier: readonly Decided[]): Decided[] {
  const from = { by: 'user', turn: turn.number } as const;
  const before = askedBefore(view, turn);
  // What a session begins with is its task.
  const other = turn.number === 1 ? '' : otherWay(turn);
  if (other !== '') return [{ text: other, topic: '', from, isOtherWay: true }];
  const anew =
    reversal(view, turn) ?? laterPick(view, turn, earlier) ?? newValue(turn, earlier) ?? saidAgain(turn, earlier);
  if (anew !== undefined) return [{ ...anew, from }];
  const approved = before && approvedResult(before, turn);
  if (approved !== undefined) return [{ text: approved, topic: '', from }];
  const settled = before && settledByReply(before, turn);
  const start = { turn: turn.number, step: -1 };
  if (settled !== undefined)
    return settled.filter(({ text }) => !wasActedOn(view, text, start)).map((one) => ({ ...one, from }));
  const choices = choicesOf(turn);
  const understood = confirmed(turn);
  const way = choices.length > 0 ? '' : steeredTo(turn);
  if (way !== '') return [{ text: way, topic: '', from }];
  return choices.map((text, at) => {
    const plan = overturnedPlan(view, turn, text);
    const isLast = at === choices.length - 1 && understood !== '';
    const told = `${text}${plan === '' ? '' : ` (overturns the plan: ${plan})`}${isLast ? ` (agent: ${understood})` : ''}`;
    return { text: told, topic: valueTopic(text), from };
  });
}

/** The turn whose last words a prompt may answer: not one that was stopped before anything was said or done. */
function askedBefore({ turns }: SessionView, { number }: TurnView): TurnView | undefined {
  return turns.slice(0, number - 1).findLast(({ closing, calls }) => closing !== '' || calls.length > 0);
}

/** `change it to 30` settles anew what the last decision of that kind had settled. */
function newValue(turn: TurnView, earlier: readonly Decided[]): Settled | undefined {
  const topic = earlier.findLast((one) => valueTopic(one.text) !== '')?.topic ?? '';
  const text = withNewValue(turn.words, topic);
  return text === undefined ? undefined : { text, topic };
}

/** `oh wait, a red kite over the sea with …` says again, and more, what the words before it had settled. */
function saidAgain({ number, words }: TurnView, earlier: readonly Decided[]): Settled | undefined {
  const last = earlier.findLast(({ from }) => from.by === 'user');
  if (
    last === undefined ||
    last.from.turn !== number - 1 ||
    !/^(?:oh |no |ok )?(?:wait|actually|i mean)\b/i.test(words)
  )
    return undefined;
  const common = commonWords(last.text, words);
  if (common < 4 || common * 2 < subjectWords(last.text).size) return undefined;
  return { text: cutWords(words, BOUNDS.decisions.length), topic: last.topic };
}

/** `or no, do c` settles anew what the reply before it had settled. */
function reversal(view: SessionView, turn: TurnView): Settled | undefined {
  if (!isReversal(turn.words)) return undefined;
  for (const before of view.turns.slice(Math.max(0, turn.number - 4), turn.number - 1).reverse()) {
    const choice = findChoice(before.closing);
    const chosen = choice === undefined ? [] : chosenOptions(turn.words, choice);
    if (choice !== undefined && chosen.length > 0)
      return {
        text: `${choice.topic}: ${chosen.map(({ key, title }) => `${title} (${key})`).join(' and ')}`,
        topic: choice.topic,
      };
  }
  return undefined;
}

function ofAgent({ number }: TurnView, texts: readonly string[]): Decided[] {
  return texts.map((text) => ({ text, topic: '', from: { by: 'agent', turn: number } }));
}
