import { confirmation, isAcceptance, isClosed } from './acceptances.ts';
import { acknowledged } from './acknowledged.ts';
import { PICKS } from './answers.ts';
import { clausesOf } from './clauses.ts';
import { isDense, isOtherLanguage, otherLanguages } from './cues.ts';
import { asImperative } from './imperative.ts';
import { isRemark } from './remarks.ts';
import { splitSentences, subjectWords } from './sentences.ts';
import { isEdit, type TurnView } from './session-view.ts';
import { settlesNothing } from './settles-nothing.ts';
import { isArguments, isRule } from './user-rules.ts';

const CHOICE =
  /\b(?:instead of|rather than|use [^.?!]{1,60}, not(?! (?:just|only|because|sure)\b)|(?:let['’]?s|we(?:['’]ll| will| should)|i(?:['’]d| would) (?:prefer|like|rather)|please) (?:also |just |not |only )?(?:use|go with|keep|drop|remove|skip|switch|stick|avoid|make it|put)|go with(?! (?:the )?next\b)|stick (?:with|to)|switch to|(?:no|don['’]?t|do not) need (?:to|for|a|an|the)|we (?:don['’]?t|do not) need (?!it\b|this\b|that\b)\w+|i (?:don['’]?t|do not) thi?nk we (?:need|should (?:use|add|have))\b|leave (?:it|that|them|the \w+) (?:as|out|in|alone|for)|i(?:['’]m| am) (?:fine|ok|okay|good) (?:with|doing)|(?:i|we) (?:prefer|decided|chose))\b/i;
/** `it should not be in the bar but below`, `we're not calling it a quest`, `I don't want a second window`. */
const REFUSAL =
  /\b(?:should not|shouldn['’]?t|must not) [^.?!]{2,80}\b(?:but|instead)\b|\bwe(?:['’]re| are) not (?:calling|using|doing|adding|mentioning|going with)\b|^(?:if [^,?]{5,80}, (?:then )?)?we (?:should not|shouldn['’]?t|must not|won['’]?t) (?!be\b)\w|\bi (?:don['’]?t|do not) (?:really )?want (?:the|a|an|any|to (?:mention|use|add|have|include|show|call))\b/i;
/** `but I want the bar to be as wide as the page`: said of what there is already. */
const WISH =
  /^(?:(?:but|and|no|ok(?:ay)?|also)[, ]+)*i (?:just |really )?want (?:it|them|everything|the [\w ]{2,30}) to (?:be|have|stay|use|show)\b/i;

const MIN_LENGTH = 12;
/** `defer 6.6` */
const MIN_ACCEPTANCE = 8;
/** Chinese, Japanese and Korean say as much in fewer letters. */
const MIN_DENSE = 6;
const MAX_LENGTH = 300;
/** A longer sentence is told by the clause that chooses. */
const MAX_WHOLE = 160;

/** Sentences in which the user prefers one thing to another, accepts or refuses one, or puts something right. */
export function choicesOf(turn: TurnView): string[] {
  if (isArguments(turn.turn.prompt)) return [];
  return [...new Set([...splitSentences(turn.typed), ...repliesTo(turn)])]
    .toSorted((one, other) => turn.words.indexOf(one) - turn.words.indexOf(other))
    .map((sentence) => sentence.replace(ASKS_BEHIND, '$1'))
    .flatMap((sentence) =>
      sentence.length > MAX_WHOLE || /\b(?:commit|push)\b/i.test(sentence) ? clausesOf(sentence) : [sentence],
    )
    .filter((sentence) => sentence.length >= leastOf(sentence))
    .filter((sentence) => sentence.length <= MAX_LENGTH)
    .filter((sentence) => isClosed(sentence) || !/^["“]|^\(?\d[).:] |\*\*|\b(?:commit|push)\b/i.test(sentence))
    .filter((sentence) => isClosed(sentence) || isChoice(sentence) || (turn.number > 1 && isWish(sentence)));
}

function leastOf(sentence: string): number {
  if (isDense(sentence)) return MIN_DENSE;
  return isAcceptance(sentence) ? MIN_ACCEPTANCE : MIN_LENGTH;
}

/** `2. yes, and …`, `5+6. …`: what the user says to the points of the agent, each in a line. */
const REPLY = /^ {0,3}\d{1,2}(?:\+\d{1,2}){0,3}[.):] +(\S.{7,400})$/gm;
const MAX_REPLIES = 3000;

/** Choices and what is put off, in answers to numbered points; whatever is long or numbered may be pasted otherwise. */
function repliesTo({ number, words }: TurnView): string[] {
  if (number === 1 || words.length > MAX_REPLIES) return [];
  const items = [...words.matchAll(REPLY)].map(([, item = '']) => item);
  return items.length < 2 ? [] : items.flatMap(splitSentences).filter((one) => isAcceptance(one) || PUTS_OFF.test(one));
}

/** `Don't open the door for now.` */
const PUTS_OFF = /^(?:and |but |also )?(?:don['’]?t|do not) \w+ [^?]{3,80} for now\b/i;

/** `I don't like the parser, isn't there another way?` refuses before it asks. */
const ASKS_BEHIND =
  /^((?:(?:ok(?:ay)?|no)[,.]? )?i (?:don['’]?t|do not) like [^,?]{3,80}), (?:isn['’]?t|is|are|can|could|would|what|how|do|does)\b.*\?\s*$/i;

/** What the agent said that it makes of the user's choice; empty when it did not confirm it. */
export function confirmed({ turn }: TurnView): string {
  const texts = turn.steps.flatMap((step) => (step.kind === 'text' ? [confirmation(step.text)] : []));
  return texts.find((text) => text !== '') ?? '';
}

const MAX_STEER = 60;

/** A few words that turn the work (`preferably by hand`), as the agent took them up: `Got it — by hand instead of with the tool.` */
export function steeredTo(turn: TurnView): string {
  const { words, number, calls } = turn;
  if (number === 1 || words.length > MAX_STEER || ASKS.test(words) || !calls.some(isEdit)) return '';
  const meant = acknowledged(turn);
  return /\b(?:instead of|rather than|without)\b/i.test(meant) ? `${meant} (user: “${words}”)` : '';
}

const ASKS = /[?？]/;

/** Whether a sentence of the user settles something, and does not order or ask it. */
function isChoice(sentence: string): boolean {
  // What shall follow from an order is no choice beside it.
  const words = sentence.replace(/,? (?:so that|in order to)\b.*$/i, '');
  return (
    (CHOICE.test(words) ||
      PUTS_OFF.test(words) ||
      REFUSAL.test(words) ||
      isCorrection(words) ||
      isAcceptance(words) ||
      isChoiceElsewhere(words)) &&
    settles(sentence)
  );
}

function isWish(sentence: string): boolean {
  return WISH.test(sentence) && settles(sentence);
}

function settles(sentence: string): boolean {
  return (
    !isFragment(sentence) &&
    !/[?？]["')*_`\s]*$|,? or\?$/.test(sentence) &&
    !ASKED.test(sentence) &&
    !isRemark(sentence) &&
    !settlesNothing(sentence) &&
    (PUTS_OFF.test(sentence) || !isRule(sentence))
  );
}

/** `and we should make it more visible`: of what is not said. */
function isFragment(sentence: string): boolean {
  return subjectWords(sentence).size < 2 && /\b(?:it|this|that|them|these|those)\b/i.test(sentence);
}

/** A question without its mark, a check that was ordered, what somebody saw, or a way to a branch: nothing is chosen by it. */
const ASKED =
  /^(?:(?:so|and|ok(?:ay)?|also|but),? )*(?:does|do|did|is|are|was|should|can|could|would|will|what|why|how|where|which|who|confirm|check|verify|tell me|explain|find out|see (?:if|whether))\b(?! you\b)|\bdo you think\b|^(?:a+h+|oh|ok(?:ay)?|hm+|so|it)\b.{0,12}\b(?:looks?|seems?) like\b|\bi (?:still |can |now |also )*(?:see|feel|notice|have the impression)\b|\bswitch to (?:the )?(?:main|master|develop|(?:[\w./-]+ ){0,3}branch)\b/i;

function isChoiceElsewhere(sentence: string): boolean {
  return isOtherLanguage(sentence) && otherLanguages.choice.test(sentence);
}

/** `I asked for all of it`: what was meant from the beginning. */
export const ASKED_FOR = /^i (?:said|meant|asked for)\b/i;

/** Without a comma, `no` also counts what there is not: `No further action needed`. */
const NO =
  /^(?:nope|nah)\b[,.! ]*|^no(?:[,.!—–-]+\s*|\s+(?=(?:i|we|you|he|she|it|its|they|this|that|these|those|the|a|an|my|our|your|not|just|please|only|do|don['’]?t|does|let|it['’]s|that['’]s|i['’]m|we['’]re|there|as|in|on|by|for|with|because|actually|wait)\b))/i;

/** `no, it needs to be the terminal with git sync`: a correction that says what is wanted. */
function isCorrection(sentence: string): boolean {
  const rest = sentence.replace(NO, '');
  const isOrder = rest !== sentence && asImperative(rest) !== '' && !PICKS.test(rest);
  return (
    !isOrder &&
    (rest !== sentence ||
      /^(?:not (?:as|in|on|like|the|this)\b|i (?:said|meant|asked for))|\b(?:is|are) (?:not (?:correct|right|true)|wrong|incorrect)\b, /i.test(
        sentence,
      )) &&
    subjectWords(sentence).size >= (ASKED_FOR.test(sentence) ? 2 : 4)
  );
}
