import { cutWords, splitSentences, withoutPastes } from './sentences.ts';

const OFFER =
  /\b(?:want me to|would you like(?: me)? to|shall i|should i|do you want(?: me)? to|may i|(?<=^|i['’]m |i am )ready (?:for me )?to|(?:let me know|say the word) if you(?:'d| would)? (?:like|want))\b/i;

/** The question or offer a text ends with; empty when it ends with none. */
export function closingQuestion(text: string): string {
  const sentences = splitSentences(withoutPastes(text));
  const first = Math.max(0, sentences.length - 8);
  const asked = sentences.flatMap((sentence, at) => (at >= first && isAsking(sentence) ? [at] : [])).slice(-2);
  const [from, to] = [asked[0], asked.at(-1)];
  if (from === undefined || to === undefined) return '';
  // Options are part of the question that stands before them.
  const start = OPTION.test(sentences[from] ?? '')
    ? sentences.slice(0, from).findLastIndex((sentence) => !OPTION.test(sentence))
    : from;
  const picked = start === from ? asked.map((at) => sentences[at] ?? '') : sentences.slice(Math.max(0, start), to + 1);
  return cutWords(picked.join(' '), 300);
}

const MAY_DO =
  /^(?:(?:and|but) )?if (?:you['’]?d? (?:like|want|prefer|wish)|useful|helpful)[^,]{0,20}, (i can (?:also |now |next )?.{20,})$/i;

/** `If you’d like, I can note it in the workflow`: what the agent would do next, at the end of its words. Empty when it offers nothing. */
export function closingOffer(text: string): string {
  const said = splitSentences(withoutPastes(text))
    .slice(-3)
    .flatMap((sentence) => MAY_DO.exec(sentence)?.[1] ?? []);
  return said.at(-1) ?? '';
}

/** `My recommendation: X`, `I'd go with X`: what the agent advises; empty when it advises nothing. */
export function recommended(text: string): string {
  const advises =
    /\b(?:my (?:recommendation|pick|vote|suggestion)\b|i(?:['’]d| would) (?:go with|recommend|suggest)|i (?:recommend|suggest)\b)/i;
  return (
    splitSentences(withoutPastes(text)).findLast((sentence) => advises.test(sentence) && sentence.length > 24) ?? ''
  );
}

function isAsking(sentence: string): boolean {
  return (
    (/\?["')*_`\s]*$/.test(sentence) && !QUOTES.test(sentence) && !IN_QUOTES.test(sentence)) || OFFER.test(sentence)
  );
}

/** `It answers the only question there is: *why is it here?*` asks nobody; a question that is marked as a whole does. */
const QUOTES = /^[^*_"“].*(?:[\s(](\*|_|")[^*_"]+\?\1|[“][^”]+\?[”])[).*_\s]*$/;

/** An example of what somebody may ask. */
const IN_QUOTES = /^(?:["“][^"”]+["”][,; ]*)+$/;

const OPTION = /^\(?[A-Da-d1-9][).] /;

/** Offers to do something: a yes to it is an order, not a choice. */
export function isOffer(question: string): boolean {
  return OFFER.test(question);
}

/** Whether a question only hands the word back: `Anything else?`, `What would you like to do next?` */
export function isEmptyQuestion(question: string): boolean {
  return /^(?:is there )?any(?:thing| other)\b.{0,40}\?|what (?:would you like|do you want|else|next)\b.{0,40}\?$|how can i help|sound good\?$|^(?:que|qu['’]est-ce que) (?:veux|voulez|souhaites?|souhaitez)?-?(?:tu|vous) (?:veux |voulez )?faire\b|^was (?:möchtest|willst) du (?:jetzt |als nächstes )?(?:tun|machen)|^qué (?:quieres|deseas) hacer|^ready for feedback/i.test(
    question,
  );
}
