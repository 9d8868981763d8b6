import { proseLines } from './agent-words.ts';
import { isOffer, recommended } from './proposals.ts';
import { cutWords, plainLine, splitSentences, subjectWords, withoutPastes } from './sentences.ts';

/** `Sound right?`, `Does this match what you want?`, `Confirm — no flag, one command?` */
const CONFIRM =
  /^(?:so[,:]? |and )?(?:confirm\b|(?:sounds?|looks?) (?:right|good|ok)\b|do(?:es)? (?:that|this|it|the|these|those)\b.{0,60}\b(?:captures?|match|looks?|sounds?|works?|seems?|feels?|track|make sense|cover)\b|is (?:that|this|it) (?:right|correct|ok)\b|are (?:these|those|they|\(a\)).{0,30}\b(?:right|correct|ok)\b|(?:are you )?(?:ok(?:ay)?|comfortable|fine|happy) (?:with|on|choosing)\b|agreed?\b|make sense\b|how(?:['’]s| does) (?:that|this) (?:look|sound)\b)/i;
const LEAD =
  /^(?:so:? )?(?:confirm|(?:are you )?(?:ok(?:ay)?|comfortable|fine|happy) (?:with|on|choosing)|agreed?)\s*[:,—–-]?\s*/i;
/** `So: eager, with a cache.` sums up what is to be agreed to. */
const SUMS_UP = /^(?:so|in short|net|bottom line)\s*[:—–]\s*.{8,}|^so (?:we|i|it)(?:['’]ll| will|['’]d| would)? .{8,}/i;
/** The other rule takes these where the user goes on with them. */
const RECOMMENDS = /^(?:(?:my |the )?recommendation|my pick|i(?:['’]d| would)? recommend)\b/i;
const TAKES =
  /^(?:(?:yes|yeah|ok(?:ay)?|sure|go with|let['’]?s go with|do|take|use)[, ]+)*(?:your|the) (?:recommendation|recommended|suggestion|proposal)\b/i;
/** `the changes of the core`: which they are stands elsewhere. */
const NAMES_PART =
  /^(?:the|this|that|these) [^,;]{2,40} (?:changes?|designs?|plans?|layouts?|structures?|sections?|shapes?)$/i;
const LAST_SENTENCES = 4;
const MAX_POINTS = 5;
const MAX_POINT = 100;
const MAX_LENGTH = 300;

/** What a yes to `Sound right?` agrees to: what was recommended or summed up, what the question says, or the list above it. */
export function agreedProposal(closing: string): string {
  const sentences = splitSentences(withoutPastes(closing));
  const at = sentences.findLastIndex((sentence) => /\?["')*_`\s]*$/.test(sentence));
  const question = sentences[at] ?? '';
  if (at === -1 || at < sentences.length - LAST_SENTENCES)
    return told(sentences.slice(-2).findLast((one) => /^so:/i.test(one)) ?? '');
  if (isOffer(question) || !CONFIRM.test(question)) return '';
  const advice = recommended(closing);
  if (RECOMMENDS.test(advice)) return '';
  const said =
    advice === '' ? sentences.slice(-LAST_SENTENCES).findLast((one) => SUMS_UP.test(one) && one !== question) : advice;
  if (said !== undefined) return told(said);
  const asked = question.replace(LEAD, '').replace(/\?["')*_`\s]*$/, '');
  if (LEAD.test(question) && subjectWords(asked).size >= 4 && !NAMES_PART.test(asked)) return told(asked);
  const points = pointsAbove(closing);
  return points.length < 2 ? '' : told(points.join('; '));
}

/** `yes your recommendation, and …` takes it by its name. */
export function namedRecommendation(closing: string, words: string): string {
  return TAKES.test(words.trim()) ? told(recommended(closing)) : '';
}

const OPENING =
  /^(?:(?:so|in short|net|bottom line)\b\s*[:—–,]?\s*)?(?:(?:(?:my |the )?recommendation(?: is)?|my pick(?: is)?|i(?:['’]d| would)? recommend)\s*[:—–]\s*)?/i;

function told(text: string): string {
  return text === '' ? '' : cutWords(`Agreed: ${text.replace(OPENING, '')}`, MAX_LENGTH);
}

/** The list that stands right above the question at the end. */
function pointsAbove(closing: string): string[] {
  const lines = proseLines(closing).filter((line) => line.trim() !== '');
  const isPoint = (line: string) => /^(?:[-*+•]|\(?[\da-h]{1,2}[.)])\s+\S/i.test(line);
  const last = lines.findLastIndex(isPoint);
  if (last < lines.length - 3) return [];
  const before = lines.slice(0, last + 1).findLastIndex((line) => !isPoint(line) && !/^\s{2,}\S/.test(line));
  const points = lines.slice(before + 1, last + 1).filter(isPoint);
  // Declarations say nothing without the code around them.
  if (points.length > MAX_POINTS * 2 || points.every((line) => /^\S+\s+`/.test(line))) return [];
  const short = points
    .map((line) => plainLine(line).replace(/^\(?[\da-h]{1,2}[.)]\s+/i, ''))
    .map((line) => cutWords(line.split(/(?<=\w)[.;]\s|\s[—–]\s/)[0] ?? line, MAX_POINT));
  return short.length > MAX_POINTS ? [...short.slice(0, MAX_POINTS), '…'] : short;
}
