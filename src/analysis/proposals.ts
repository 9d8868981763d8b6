import { cutWords, splitSentences, withoutPastes } from './sentences.ts';

const OFFER =
  /\b(?:want me to|would you like(?: me)? to|shall i|should i|do you want(?: me)? to|may i|ready (?:for me )?to|(?:let me know|say the word) if you(?:'d| would)? (?:like|want))\b/i;
const SERVING = /\b(?:commit|push|open (?:a |the )?pr|pull request|merge)\b/i;

/** The question or offer a text ends with; empty when it ends with none. */
export function closingQuestion(text: string): string {
  const sentences = splitSentences(withoutPastes(text)).slice(-8);
  const asked = sentences.filter((sentence) => /\?["')*_`\s]*$/.test(sentence) || OFFER.test(sentence));
  return cutWords(asked.slice(-2).join(' '), 300);
}

/** Offers to commit, push or open a pull request: worth a next action, not a decision. */
export function isServingOffer(question: string): boolean {
  return SERVING.test(question) && question.length < 160;
}

/** Whether a question only hands the word back: `Anything else?`, `What would you like to do next?` */
export function isEmptyQuestion(question: string): boolean {
  return /^(?:is there )?any(?:thing| other)\b.{0,40}\?|what (?:would you like|do you want|else|next)\b.{0,40}\?$|how can i help|sound good\?$|^ready for feedback/i.test(
    question,
  );
}
