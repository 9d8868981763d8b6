import { asImperative, questionAsImperative } from './imperative.ts';
import { imperativeOf } from './order-of-prompt.ts';
import { closingOffer, closingQuestion } from './proposals.ts';
import { chosenText } from './said-to.ts';
import { isSameWork } from './same-work.ts';
import { splitSentences, subjectWords } from './sentences.ts';
import { isEdit, type SessionView, type TurnView } from './session-view.ts';
import { spokenTo } from './stopped.ts';
import { isTelling } from './telling.ts';

/** `do a proposal for the steps`, `only one`, `separate changes if …`: prompts that stop each other say one thing, named by the first that has an object. */
export function orderOfChain({ turns }: SessionView, last: TurnView): string {
  if (last !== turns.at(-1) || last.kind !== 'goal' || last.finished) return '';
  const before = turns.slice(0, last.number - 1);
  const from = before.findLastIndex(({ kind, turn }) => kind !== 'goal' || turn.outcome !== 'interrupted') + 1;
  const chain = before.slice(from).filter((turn) => !turn.calls.some(isEdit));
  const first = chain.map(imperativeOf).find((order) => subjectWords(order).size >= 2);
  const order = imperativeOf(last);
  return first === undefined || isSameWork(first, order) ? '' : `${first}: ${order}`;
}

/** A command with what it works on, such as `/change:apply tag-cleanup`, until something else is asked for. */
export function namedCommand({ turns }: SessionView): string {
  const last = turns.findLast(({ kind }) => kind === 'goal' || kind === 'command');
  const prompt = last?.kind === 'command' ? last.turn.prompt.trim() : '';
  return /^[/$]\w\S* +\S.*$/.test(prompt) ? `Run ${prompt}` : '';
}

const OFFER = /^(?:(?:do you )?want me to|would you like me to|shall i|should i|i can) /i;

/** What a few words answer: the options that they take, or the offer that they agree to. */
export function takenIn({ turns }: SessionView, turn: TurnView): string {
  const before = spokenTo(turns.slice(0, turn.number - 1));
  if (before === undefined || (turn.kind !== 'answer' && turn.kind !== 'agreement')) return '';
  const taken = chosenText(before.closing, turn.words);
  const label = taken.replace(/^[^:]{1,140}: (?=\S)/, '');
  const chosen = HOW.test(taken) || GOES_ON.test(label) ? '' : label;
  const offer = turn.kind === 'agreement' ? closingQuestion(before.closing) || closingOffer(before.closing) : '';
  return chosen || (OFFER.test(offer) ? asImperative(offer.replace(OFFER, '')) : '');
}

/** `Two execution options: inline` says how, and not what. */
const HOW =
  /^[^:]*\b(?:execution|how (?:should|shall|do|would) (?:i|we) (?:proceed|continue|execute|run|go))\b[^:]*: /i;

/** `Continue on this branch` is how, too. */
const GOES_ON = /^(?:continue|proceed|go (?:on|ahead)|keep going|carry on)\b|続行|継続|このまま|继续|계속/i;

/** The question that a turn asks. */
export function questionOf({ typed, words }: TurnView): string {
  const sentences = splitSentences(typed || words);
  const asked = sentences.filter((sentence) => /[?？]$/.test(sentence));
  const before = sentences.slice(
    0,
    sentences.findIndex((sentence) => asked.includes(sentence)),
  );
  // `What is the best way to do this?` asks about what stands before it.
  if (asked.length === 1 && POINTS.test(asked[0] ?? '')) {
    const about = before.find(isTelling)?.replace(/^i have (?=\S)/i, '') ?? '';
    if (about !== '') return `${about.slice(0, 1).toUpperCase()}${about.slice(1)}`;
  }
  return (
    asked.map(questionAsImperative).find(isTelling) ?? asked.find((line) => ASKS.test(line) && isTelling(line)) ?? ''
  );
}

const POINTS = /^(?:so )?(?:what['’]?s|what is|how)\b.{0,40}\b(?:do|doing|handle|approach|solve) (?:this|that|it)\?$/i;

/** `It sounds like a feature, no?` is a remark. */
const ASKS =
  /^(?:and |so |but )?(?:what|why|how|which|where|who|when|is|are|do|does|did|can|could|should|would|will|has|have)\b/i;
