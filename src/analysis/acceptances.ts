import { splitSentences, subjectWords } from './sentences.ts';

/** `OK for X`, `I like X`, `I don't like X`, `X is fine`, `X would be separate`, `only one X`, `ignore X for now`, `defer X`, `skip the X`. */
const SETTLED = /^["“`]?[\w`"”'/ .:-]{3,60} (?:is|are) (?:already |now )?settled\b/i;
const ACCEPTS = [
  /^(?:ok(?:ay)?|yes|fine),? (?:for|with|to) (?:the |an? )?[`"\w/]/i,
  /^(?:(?:ok(?:ay)?|yes|great)[,.]? )?i (?:really )?(?:like|prefer) (?!that|this|it\b|how|when|to)\S/i,
  /^(?:(?:ok(?:ay)?|no)[,.]? )?i (?:don['’]?t|do not) like (?!that|this|it\b|how|when|any)\S/i,
  /^(?:the |your |our )?[\w`"'/ .-]{3,60} (?:is|are|seems?|sounds?) (?:fine|sensible|settled)\b/i,
  /^[\w`"'/ .-]{3,40} (?:would|will|should) be (?:separate|independent|out of scope)\b/i,
  /^only (?:one|two|three|\d) \w/i,
  /\b(?:ignore|skip|defer|postpone|leave out) (?:the |our |that )?[\w`"'/.# -]{2,60} for now\b/i,
  /^(?:you can |please |let['’]?s )*(?:defer|postpone|skip) (?:the |our )?[\w`"'/.#-]{2,}/i,
  /^let['’]?s (?:worry about|do|leave|handle) .{2,60} later\b/i,
  /^(?:so |ok(?:ay)?,? )?(?:it )?(?:seems|looks)(?: like)? (?:the )?(?:best|easiest|simplest) (?:\w+ )?(?:way|workaround|option|approach|solution|choice) (?:\w+ ){0,2}is to\b/i,
  /^(?:so |and )?i think we (?:can|could|should) (?:just |also )?(?:remove|drop|replace|get rid of|switch|merge|simplify)\b/i,
  /^let['’]?s focus on .{2,60} for now\b/i,
  /^let['’]?s focus (?:for )?the rest of .{3,30} (?:on|in) .{2,100}/i,
  /\bthen,? we (?:should|will|can|must|['’]ll) (?:use|keep|stay|take|go)\b/i,
  SETTLED,
  /^(?:but )?if (?:i|we) (?:have|had|use) .{3,60}, (?:i|we) can just\b/i,
  /\bi (?:definitely|absolutely) want\b/i,
  /\band we won['’]?t until\b/i,
] as const;

/** What was passed by: `it is fine`, `looks fine`, `everything is fine` name nothing. */
const NOTHING =
  /^(?:(?:ok(?:ay)?|yes|auth|everything|all|it|that|this|the (?:build|tests?|ci|page|app))\b[\w ]{0,20}) (?:is|are|seems?|looks?) (?:fine|good)\b/i;
/** What is closed, whatever else the sentence forbids: `the colour is settled already, don't ask about it again`. */
export function isClosed(sentence: string): boolean {
  return SETTLED.test(sentence.trim()) && !QUESTION.test(sentence.trim());
}

const QUESTION = /[?？]["')*_`\s]*$/;

/** Whether a sentence of the user takes, refuses or puts off something that it names. */
export function isAcceptance(sentence: string): boolean {
  const words = sentence.trim();
  return (
    !QUESTION.test(words) &&
    !NOTHING.test(words) &&
    subjectWords(words).size >= 1 &&
    ACCEPTS.some((pattern) => pattern.test(words))
  );
}

const CONFIRMS =
  /^(?:confirmed|decision recorded|decided|settled|understood|noted|agreed|i agree(?: with (?:that|this|the|your) \w+)?)\s*[.:!,—–]+\s*(?:here['’]s what that means\b[^:]{0,60}:?)?\s*/i;
const MAX_CONFIRMED = 260;
const MIN_WORDS = 4;

/** What the agent makes of a choice: `Decision recorded. The names stay in one list.`; empty when it does not say. */
export function confirmation(text: string): string {
  const lead = CONFIRMS.exec(text.trim())?.[0];
  if (lead === undefined) return '';
  const [sentence = ''] = splitSentences(text.trim().slice(lead.length));
  const isTold = sentence.split(/\s+/).length >= MIN_WORDS && sentence.length <= MAX_CONFIRMED;
  return isTold ? sentence.replace(/\.$/, '') : '';
}
