import { withoutPastes } from './sentences.ts';

/** A paragraph that was hardly typed at a prompt: logs, shell output, review findings, documents. */
const PASTED_LINE =
  /^\s*(?:❯|\$ |> |#{1,6} |\||[-*•] .{160,}|\d{1,2}[.)] .{160,}|\[[\w:-]+\] |(?:error|warning|fatal|panic|info|debug|fail(?:ed)?|pass)(?::|\s+\S{0,60}[./:[(])|ok(?:\t| {2}| \d)|at .+:\d+|\w+Error\b|[\w./-]+\.\w{1,4}:\d+|\d+:\d+ +(?:error|warning)\b|✖ |\/[\w@.-]+\/\S+$|https?:\/\/\S+$|commit [0-9a-f]{7,}|diff --git|[A-Z]\w+-[A-Z]\w+: |\w+ errors?: )/i;
const REFERENCE = /[\w/-]+\.\w{1,4}:\d+|\b(?=\d{0,40}[a-f])[0-9a-f]{12,}\b|\blines? \d+/;

/** Stands alone between the title and the text of a review's finding. */
const SEVERITY = /^\W*(?:critical|high|medium|moderate|low|minor|major|nit)(?: (?:severity|priority|impact))?\W*$/i;

/** `Low` where a paragraph holds nothing but a severity. */
export function severityBelow(paragraph = ''): string | undefined {
  return SEVERITY.test(paragraph) ? /[a-z]+/i.exec(paragraph)?.[0] : undefined;
}

/** What stands below it comes from elsewhere. */
const HANDS_IN =
  /\bhere(?:['’]s| is| are) (?:some |the |my |an? )?(?:\w+ )?(?:context|background|logs?|output|notes|transcript)\b/i;

/** `Since I'll be away:`, `I want:` are followed by what the person lists. */
const OWN_LIST = /\b(?:i['’]ll|i['’]d|i (?:want|need|would|will|expect)|we (?:want|need|should|will))\b[^\n]*:\s*$/i;

const MAX_TYPED_PARAGRAPH = 500;
const MAX_TYPED = 1200;

/** Speaks to the agent, as what is pasted hardly does. */
const SPEAKS =
  /\b(?:i|i['’](?:m|d|ve|ll)|my|we|our|you|your|please|let['’]?s)\b|(?<!\p{L})(?:нам?|мне|мой|мы|нас|ты|тебя|тебе|вы|вас)(?!\p{L})/iu;

/** What a person typed in a prompt, as far as it can be told from what was pasted into it. */
export function typedWords(prompt: string): string {
  const words = withoutPastes(prompt);
  const paragraphs = words.split(/\n\s*\n/).map((paragraph) => paragraph.trim());
  const typed: string[] = [];
  for (const [at, paragraph] of paragraphs.entries()) {
    if (isPasted(paragraph, at === 0) || SEVERITY.test(paragraphs[at + 1] ?? '')) break;
    typed.push(paragraph);
    // `can you address these:` and `Here is some context` are followed by somebody else's words.
    if ((/:\s*$/.test(paragraph) && !OWN_LIST.test(paragraph)) || HANDS_IN.test(paragraph)) break;
  }
  // A last word after a paste is the person's again.
  const last = paragraphs.at(-1) ?? '';
  const isReview = paragraphs.some((paragraph) => SEVERITY.test(paragraph) || HANDS_IN.test(paragraph));
  if (typed.length < paragraphs.length && !isReview && !isPasted(last) && last.length <= 300 && paragraphs.length > 2)
    typed.push(last);
  const text = typed.join('\n\n');
  return text.length > MAX_TYPED ? '' : text;
}

/** The title of a review's finding that was pasted with its severity; empty when there is none. */
export function findingTitle(prompt: string): string {
  const paragraphs = withoutPastes(prompt)
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim());
  const severity = paragraphs.findIndex((paragraph) => SEVERITY.test(paragraph));
  return severity < 1 ? '' : (paragraphs[severity - 1] ?? '');
}

function isPasted(paragraph: string, isFirst = false): boolean {
  const lines = paragraph.split('\n');
  if (lines.filter((line) => PASTED_LINE.test(line)).length > lines.length / 3) return true;
  // People begin with what they want, and some go on at length.
  if (paragraph.length > (isFirst && SPEAKS.test(paragraph) ? MAX_TYPED : MAX_TYPED_PARAGRAPH)) return true;
  return paragraph.length > 180 && REFERENCE.test(paragraph);
}
