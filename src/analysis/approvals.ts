import { reportAsImperative } from './imperative.ts';
import { splitSentences, withoutPastes } from './sentences.ts';
import type { TurnView } from './session-view.ts';

const LIKES =
  /\b(?:this|that|it) (?:is|looks) (?:so |really |very |just )?(?:good|great|perfect|right)\b|\bi (?:really )?(?:like|love) (?:that|this|it)\b/i;
const MAX_WORDS = 8;

/** `That's the cover: a red kite over the sea.`, `The header is now below the bar.` */
const SUMS_UP = /^that['’]s (?:the|your|our) [^:]{2,40}: (.{10,})$/i;
const IS_NOW = /^(?:the|your|its) [^,:;]{2,50} (?:is|are) now\b/i;
const MAX_LENGTH = 200;

/** What the user likes about the result, as the agent had named it; undefined when nobody names it. */
export function approvedResult({ closing }: TurnView, { words }: TurnView): string | undefined {
  if (!LIKES.test(words) || words.split(/\s+/).length > MAX_WORDS) return undefined;
  const sentences = splitSentences(withoutPastes(closing)).filter(({ length }) => length <= MAX_LENGTH);
  const result =
    sentences.find((sentence) => SUMS_UP.test(sentence)) ??
    sentences.find((sentence) => IS_NOW.test(sentence) || reportAsImperative(sentence) !== '');
  return result && `Approved: ${result.replace(/^that['’]s /i, '')}`;
}
