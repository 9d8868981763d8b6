import type { TurnView } from './session-view.ts';

const LEAD = String.raw`^(?:(?:also|and|but|then|now|please|ok(?:ay)?|so|while (?:that|this|it)\b[^,]{0,40}),? +)*`;
/** An act that is done once, whatever shall hold after it: `set the resolution … from now on`, `leave a note saying …`. */
const ACT = new RegExp(
  `${LEAD}(?:set|wire|hook|create|build|implement|fix|rename|move|install|configure|leave an?|put|add|write|show|display|figure out|work out|find|investigate|look into|research|upgrade|make (?!sure\\b|no\\b))`,
  'i',
);
/** `it should open the last file every time` says what the program shall do; `let's think how to …` asks for an idea. */
const PROGRAM = new RegExp(`${LEAD}(?:it|they|this|that) (?:should|must|needs? to|has to)\\b`, 'i');
const IDEA = new RegExp(
  `${LEAD}(?:let['’]?s (?:think|see|find|discuss|talk|look)|don['’]?t worry|do not worry)\\b`,
  'i',
);
/** `We also need to make sure that the docs …`, `make sure all fields have hints as well`: more of what is wanted now. */
const MORE = /^(?:we|you) also need to\b|\bmake sure\b.*\b(?:as well|too)\W*$/i;
/** `By default, flush at each line`, `in the future we would want …`: what is built, now or later. */
const BUILT =
  /^by default,? (?!use|run|ask|commit|answer|do)\w+|^in (?:the )?future,? (?:we|i|it|they)(?:['’]d|['’]ll| would| will| might| may| could| should)? (?:want|need|be|add|have)\b/i;
/** `Keep the frame, but make it red` is one piece of work. */
const KEPT_BESIDE =
  /^(?:please )?keep (?:the |its |this |that )[^.]{2,40}, but (?:have|make|let|change|add|move|use|show)\b/i;
const REPEATED =
  /\b(?:after|before|for|with|on|in|to) (?:each|every|all|any)\b|\b(?:whenever|every time|each time) (?:you|we|i)\b|\bnever\b/i;

/** Whether a sentence with a lasting word in it is work to do once. */
export function isOneOff(sentence: string): boolean {
  if ([IDEA, MORE, BUILT, KEPT_BESIDE].some((pattern) => pattern.test(sentence))) return true;
  if (PROGRAM.test(sentence)) return /\b(?:every|each) time\b/i.test(sentence);
  return ACT.test(sentence) && !REPEATED.test(sentence);
}

/** `Why are you still doing X when I told you to do Y?` */
const COMPLAINT =
  /\byou(?:['’]re| are) not (?:even )?(?:adding|writing|running) (?:the |any |your )?tests\b|^are you (?:committing|testing)\b.{0,30}\bas (?:we|you) go\b|\b(?:when|after|although|even though|because) i (?:already |just )?(?:told|asked) you (?:not )?to\b/i;

/** The sentence in which the user says again what was to be done; empty when there is none. */
export function complaintOf({ typed }: TurnView): string[] {
  return typed.split(/(?<=[.!?])\s+/).filter((sentence) => COMPLAINT.test(sentence));
}
