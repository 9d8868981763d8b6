import { isDense } from './cues.ts';
import { handedPlan } from './handed-plan.ts';
import { asImperative } from './imperative.ts';
import { isAssumption, isBoundOrder } from './requests.ts';
import { splitSentences } from './sentences.ts';
import { isEdit, type TurnView } from './session-view.ts';
import { isOutputRule, taskOf } from './task-of-prompt.ts';
import { isTelling } from './telling.ts';
import { planTitle } from './title-of-work.ts';
import { findingTitle } from './typed-words.ts';
import { isRule } from './user-rules.ts';

/** `Use crypto/rand, not math/rand` says how, not what. */
const PREFERENCE =
  /^(?:please )?use (?:[^.?!]{1,60}, not|(?:your|the) (?:suggested|recommended|proposed|own)|(?:\w+ ){0,3}(?:sub-? ?)?agents?)\b/i;

/** `Pin the version so that we don't meet it again` orders; what shall not happen is what for. */
const PURPOSE = / so (?:that )?(?:we|i|you|it|they|this|that)\b.*$/i;

/** `Put it there` says nothing to a later reader. */
const BOUND = /^\w+ (?:it|its|this|that|them|their|those|these|each)\b/i;

/** What a prompt orders, in one line that can be read alone; empty when it orders nothing. */
export function imperativeOf(turn: TurnView): string {
  const plan = handedPlan(turn.turn.prompt);
  if (plan !== undefined) return planTitle(plan);
  if (isBoundOrder(turn)) return '';
  const finding = findingTitle(turn.words);
  if (finding !== '') return `Fix: ${finding}`;
  const said = withoutPoints(withoutRole(splitSentences(taskOf(turn.typed || turn.words))));
  const sentences = said
    .map((sentence) => sentence.replace(POINT, ''))
    .filter(
      (sentence) =>
        !isRule(sentence.replace(PURPOSE, '')) &&
        !isAssumption(sentence) &&
        !PREFERENCE.test(sentence) &&
        !isOutputRule(sentence),
    )
    .slice(0, 8);
  const [first, second] = sentences;
  // `Implement this plan:` says less than the heading below it.
  if (
    first?.endsWith(':') &&
    !/\b(?:error|fail\w*|problem)\b/i.test(first) &&
    second !== undefined &&
    !/^\w+:/.test(second)
  )
    return asImperative(second) || second;
  const dense = sentences.find(isDense);
  if (dense !== undefined) return dense.replace(/[。！]$/, '');
  // Verbs of other alphabets are not known by their forms.
  const foreign = sentences.find((sentence) => /\p{Script=Cyrillic}{3}/u.test(sentence));
  if (foreign !== undefined) return foreign.replace(/[.!?]$/, '');
  const orders = sentences.map(asImperative).filter((line) => line !== '');
  const isFree = (line: string) => !BOUND.test(line);
  const free = orders.find((line) => isFree(line) && !/^(?:run|read)\b/i.test(line)) ?? orders.find(isFree);
  // `Expand this to a date range` does, where files were changed for it.
  const pointing = turn.calls.some(isEdit) ? orders.find((line) => isTelling(line.replace(BOUND, ''))) : undefined;
  return withItsObject(mainOrder(free ?? pointing ?? ''), sentences);
}

const POINT = /^\d{1,2}[.)] /;

/** The points of a list are not what it is about where a sentence above it says that. */
function withoutPoints(sentences: readonly string[]): readonly string[] {
  const [first = ''] = sentences;
  if (POINT.test(first) || !isTelling(first)) return sentences;
  return sentences.filter((sentence) => !POINT.test(sentence));
}

/** `Read the guide and create a plan for it`: what is looked at first is not what is wanted. */
const LOOKS_FIRST =
  /^(?:research|read|explore|study|understand|learn|investigate|inspect|analyze|look (?:at|into|through)|go through)\b[^.]{3,120}?,? (?:and then|then|and) (?=(?:add|build|create|design|draft|fix|implement|make|plan|produce|propose|refactor|update|write) )/i;

function mainOrder(order: string): string {
  const rest = asImperative(order.replace(LOOKS_FIRST, ''));
  return isTelling(rest) && !BOUND.test(rest) ? rest : order;
}

/** `You are the linter of the team. You clean up warnings`: what one is to do, without who one is. */
function withoutRole(sentences: readonly string[]): string[] {
  const [first = '', ...rest] = sentences;
  if (!/^you(?:['’]re| are) \S/i.test(first)) return [...sentences];
  return rest.map((sentence) => sentence.replace(/^you (?:will |must |should )?(?=\w+ )/i, ''));
}

function withItsObject(order: string, sentences: readonly string[]): string {
  const about = sentences.find((sentence) => isTelling(sentence) && asImperative(sentence) === '');
  // `Get rid of one` needs what stands before it.
  if (about !== undefined && /\b(?:one|both|either)$/i.test(order)) return `${order}: ${about}`;
  const wanted = /\bi asked for (.{6,}?)[.!]*$/i.exec(sentences.at(-1) ?? '')?.[1];
  return order === '' && wanted !== undefined ? `Asked for: ${wanted}` : order;
}
