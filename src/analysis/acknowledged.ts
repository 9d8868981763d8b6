import { isNarration } from './narration.ts';
import { plainLine, splitSentences } from './sentences.ts';
import type { TurnView } from './session-view.ts';

/** `Got it: one list for both.`, `Parfait, je note : …` */
const OPENS =
  /^(?:(?:great|perfect|ok(?:ay)?|thanks|thank you|good|parfait|merci|gut|perfecto)\b[\s,.:;!—–-]*)*(?:(?:got it|understood|noted|agreed|makes sense|i['’]ll note|je note|je retiens|bien noté|compris|entendu|verstanden|alles klar|entendido|anotado)\b[\s,.:;!—–-]*)+/i;
/** Points at what stands elsewhere. */
const POINTS = /\b(?:those|these|the above|the following)\b/i;
const MIN_WORDS = 4;
const MAX_LENGTH = 200;

/** What the agent, in its first words, says that it understood of a reply; empty when it does not say it. */
export function acknowledged({ turn }: TurnView): string {
  const first = turn.steps.find((step) => step.kind === 'text');
  const text = first?.kind === 'text' ? first.text.trim() : '';
  const [line = ''] = text.split('\n');
  const lead = OPENS.exec(line)?.[0] ?? '';
  if (lead === '') return '';
  const [sentence = ''] = splitSentences(plainLine(line.slice(lead.length)));
  const isTold =
    sentence.split(/\s+/).length >= MIN_WORDS &&
    sentence.length <= MAX_LENGTH &&
    !/[?？:：]$/.test(sentence) &&
    !POINTS.test(sentence) &&
    !isNarration(sentence) &&
    !/^(?:question|next|now|on |let['’]s|i['’]ll|i will|here)\b/i.test(sentence);
  return isTold ? sentence.replace(/\.$/, '') : '';
}
