import { isOtherLanguage } from './cues.ts';
import { asImperative } from './imperative.ts';
import { menuOf } from './menus.ts';
import { closingQuestion, isEmptyQuestion, isOffer } from './proposals.ts';
import { splitSentences } from './sentences.ts';

const MAX_WORDS = 25;
/** `keep it simple`, `use the blue one`: an order by its form that only picks. */
export const PICKS =
  /^(?:just |only |please |let['’]?s )*(?:keep|use|go with|take|pick|choose|leave(?! an? )|let it|skip|stick|stay|make it|(?:put|do|move) (?:it|them|that|this))\b/i;
const MAX_PICK_WORDS = 12;

/** Whether a prompt only answers what the agent had asked: `c` to a menu, `nothing to add`, `only me`. It sets no goal. */
export function isAnswer(closing: string, words: string): boolean {
  if (/^\W*\w\W*$/.test(words)) return closing !== '';
  const question = closingQuestion(closing);
  const isAsked = question === '' ? menuOf(closing).length > 0 : !isEmptyQuestion(question);
  const length = words.split(/\s+/).length;
  if (!isAsked || length > MAX_WORDS || /[?？]\s*$|\n\s*\n/.test(words) || isOtherLanguage(words)) return false;
  if (PICKS.test(words)) return length <= MAX_PICK_WORDS && !isOffer(question);
  // A remark after an offer is a wish of its own more often than a reply.
  if (isOffer(question) && length > MAX_PICK_WORDS) return false;
  return splitSentences(words).every((sentence) => asImperative(sentence) === '');
}
