import { closingQuestion, isOffer } from './proposals.ts';
import { cutWords, splitSentences, subjectWords, withoutPastes } from './sentences.ts';

const YES_OR_NO = /^(?:yes|yep|yeah|yup|no|nope|nah|sure)\b/i;

/** Asks back, with or without the mark. */
const ASKS_BACK =
  /[?？]["')\s]*$|^(?:how|what|why|where|when|can|could|is|are|do|does|i want to (?:see|know)|quel(?:le)?s?|comment|pourquoi|qu['’]est|est-ce|peux-tu|wie|warum|welche[rns]?|kannst|cuál|qué|cómo|puedes|qual|como)\b|\b(?:wondering|curious)\b/i;

/** `once you confirm whether the store is shared`: asked without a mark. */
const ASKED_ALONG = /\b(?:confirm|tell me|let me know|clarify|depends on)\b/i;
const WHETHER = /\bwhether [^,.;?]{8,160}/gi;

const MAX_QUESTION = 300;

/** The question in the agent's last words that a reply answers by yes or no or in words of that question; empty when none. */
export function questionAnswered(closing: string, reply: string): string {
  if (asksBack(reply)) return '';
  const asked = questionsIn(closing);
  const common = asked.map(({ question, about }) => commonWords(`${question} ${about}`, reply));
  const most = Math.max(0, ...common);
  if (most > 0) return cutWords(asked[common.lastIndexOf(most)]?.question ?? '', MAX_QUESTION);
  return YES_OR_NO.test(reply) ? closingQuestion(closing) : '';
}

/** Each question, with what the agent makes of an answer: `Who uses it? If it is the team, …` */
function questionsIn(closing: string): { readonly question: string; readonly about: string }[] {
  const sentences = splitSentences(withoutPastes(closing));
  return sentences.flatMap((sentence, at) => {
    const next = sentences[at + 1] ?? '';
    const about = /^if\b/i.test(next) ? next : '';
    const isAsked = /\?["')*_`\s]*$/.test(sentence) || isOffer(sentence);
    const along = ASKED_ALONG.test(sentence) ? [...sentence.matchAll(WHETHER)].map(([clause]) => clause) : [];
    return [...(isAsked ? [sentence] : []), ...along].map((question) => ({ question, about }));
  });
}

export function asksBack(reply: string): boolean {
  return ASKS_BACK.test(reply);
}

/** Said of anything. */
const PLAIN = new Set(
  'they them their same too little bit kinda good great okay yes yeah nope not dont lets let also again right first next idk well thi that want start been'.split(
    ' ',
  ),
);

/** How many words two texts share that say what they are about. */
export function commonWords(one: string, other: string): number {
  const words = stems(one);
  return [...stems(other)].filter((word) => words.has(word)).length;
}

function stems(text: string): Set<string> {
  return new Set([...subjectWords(text)].filter((word) => !PLAIN.has(word)).map((word) => word.replace(/e$/, '')));
}
