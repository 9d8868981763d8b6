import { asImperative } from './imperative.ts';
import { splitSentences } from './sentences.ts';
import type { TurnView } from './session-view.ts';

const ENGLISH = /\b(?:the|is|are|it|to|and|we|i|has|have|that|in|of|for|a|\w+(?:ly|ed))\b/i;
const WANTS =
  /[?？]|\b(?:are|is|do|does|did|can|could|should|will) (?:any|there|they|we|you)\b|\b(?:i(?:['’]d| would)? (?:just |really |absolutely |definitely )?(?:want|need|like|asked)|we (?:need|should|want)|please|let['’]?s|should|must|instead|(?:can|could|would) (?:you|we))\b/i;
const TROUBLE =
  /n['’]?t\b|\bnot\b|\b(?:errors?|fail\w*|broken?|bugs?|wrong|stalled|crash\w*|missing|too \w+|still see|weird|issue|problem)\b/i;
/** `Xで作る想定`: says what the work is built on, and orders nothing. */
export function isAssumption(sentence: string): boolean {
  return /(?:想定|前提)(?:です|で|だ)?[。.]?$/.test(sentence.trim());
}

const MAX_STATEMENT_WORDS = 25;

/** Only tells something: `Auth is fine and it has access`, `My mistake. …`. What is being done is the request before it. */
export function isStatement({ kind, words }: TurnView): boolean {
  if (kind === 'goal' && isAssumption(words)) return true;
  if (kind !== 'goal' || words.split(/\s+/).length > MAX_STATEMENT_WORDS || !ENGLISH.test(words)) return false;
  if (/^(?:my mistake|my bad|sorry)\b/i.test(words)) return true;
  const isOrdered = splitSentences(words).some((sentence) => asImperative(sentence) !== '');
  return !isOrdered && !WANTS.test(words) && !TROUBLE.test(words);
}

/** `Why are you still …?`, `I told you to …`: about how the agent works, and no work of its own. */
export function isComplaint({ words }: TurnView): boolean {
  return /^(?:so |and |but |again,? )*(?:why (?:are|did|do|would|have|were) you\b|i (?:already )?told you\b|you keep\b|stop \w+ing\b)/i.test(
    words,
  );
}

const ALL =
  /^(?:let['’]?s |please |now |ok(?:ay)?[,.]? |yes[,.]? |and |then |go ahead and )*(?:fix|apply|do|repair|address|implement|make|resolve|handle|verify) (?:absolutely |directly |all |of |the |those |these |that |every|any |your )*(?:thing|it|them|that|all|(?:findings?|suggestions?|corrections?|edits?|changes?|fixes|warnings?|issues?|comments?|repairs?)\b)/i;
const MAX_BOUND_WORDS = 12;

/** `Fix all findings`, `apply the corrections`: an order that names nothing but what the agent had listed. */
export function isBoundOrder({ words }: TurnView): boolean {
  return (
    words.split(/\s+/).length <= MAX_BOUND_WORDS && ALL.test(words) && !/[`/.]\w|\bin (?:the )?\w+-\w+/.test(words)
  );
}
