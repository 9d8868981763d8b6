import { asImperative } from './imperative.ts';
import { plainLine, splitSentences } from './sentences.ts';

/** Heads the part of a long prompt that says what is to be done. */
const HEADING = /^(#{1,6}) (?:\d+[.)] )?(?:your |the |main |current )?(?:task|assignment|what to do)s?\W*\n+/im;
const PERSONA = /^(?:you(?:['’]re| are) (?:an?|the|now|acting|in charge)\b|act as\b|as an? [\w -]{3,60},)/i;
const YOUR_TASK = /^your (?:task|job|goal|mission|objective)\b/i;

/** How the answer shall look, and not what is to be done. */
const OUTPUT_RULE =
  /^(?:please )?(?:(?:report|respond|answer|reply|return|output|list)\b.{0,60}?\b(?:only|exactly|exact|just|with (?:an?|one|your)|in (?:json|markdown|the following|one|an?|this)|as (?:an? )?(?:json|list|table|markdown)|concise\w*)\b|(?:do not|don['’]t)\b)/i;

/** Whether a sentence only says in which form to answer, or what not to do. */
export function isOutputRule(sentence: string): boolean {
  return OUTPUT_RULE.test(sentence);
}

/** Of a prompt with headings, or with a role before it, the part that says what is to be done; any other as it is. */
export function taskOf(prompt: string): string {
  const headed = underHeading(prompt);
  if (headed !== '') return headed;
  if (!PERSONA.test(prompt.trim())) return prompt;
  const sentences = splitSentences(prompt);
  const from = sentences.findIndex(
    (sentence) =>
      YOUR_TASK.test(sentence) || (asImperative(sentence) !== '' && !isOutputRule(sentence) && !PERSONA.test(sentence)),
  );
  return from < 1 ? prompt : sentences.slice(from).join('\n');
}

function underHeading(prompt: string): string {
  const [whole = '', marks = ''] = HEADING.exec(prompt) ?? [];
  if (whole === '') return '';
  const above = splitSentences(prompt.slice(0, prompt.indexOf(whole)));
  // What was ordered before it is the task, and the heading is of something that was pasted.
  if (above.some((sentence) => asImperative(sentence) !== '' && !isOutputRule(sentence))) return '';
  const below = prompt.slice(prompt.indexOf(whole) + whole.length);
  const next = below.search(new RegExp(`^#{1,${marks.length}} `, 'm'));
  const section = (next < 0 ? below : below.slice(0, next)).trim();
  return plainLine(section).length < MIN_SECTION ? '' : section;
}

const MIN_SECTION = 12;
