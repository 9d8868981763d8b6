import { asImperative } from './imperative.ts';
import { splitSentences } from './sentences.ts';
import type { TurnView } from './session-view.ts';
import { isTelling } from './telling.ts';

const MAX_REPORTED = 160;
/** What a program printed, pasted behind the words. */
const PRINTED = /\s(?:\S+ +\||(?:GET|POST|PUT|at) \S*\/|https?:\S+\s*$).*$/;

const TROUBLE =
  /\b(?:problem|error|fail|broken|bug|issue|wrong|why|(?:is|its|it['’]s|was|does) not|not (?:work|seeing|showing|load|there)|no longer|still (?:no|not|the same|get|see)|(?:isn|aren|doesn|don|can|won)['’]?t (?:\w+ )?(?:work|show|see|find|appear|load|open|sav|updat)|should(?:n['’]?t| not) happen|crash|stuck|hangs?|too slow|very slow|long time)/i;

/** What the user of a turn says that is wrong, without the log below it; empty when nothing is. */
export function troubleOf({ words }: TurnView): string {
  const sentences = splitSentences((words.split('\n')[0] ?? '').replace(ADDRESS, '').replace(PRINTED, ''));
  const plain = sentences.map((sentence) => sentence.replace(BESIDE, '').replace(LEAD, ''));
  const said = plain.find(isTrouble) ?? pointedAt(plain);
  return said === '' ? '' : `Investigate: ${said.replace(ANNOUNCED_TROUBLE, '')}`;
}

const ADDRESS = / (?:at|on) https?:\S+/g;
/** A log, or what is told and wanted beside it. */
const BESIDE = /: *\[.*$|, (?:can|could|would|please|they|but|and|so)\b.*$/;
const LEAD = /^(?:(?:ok(?:ay)?|so|now|wait|also|hm+|is that|i(?:['’]?ve)? (?:just )?noticed(?: that)?)[\s,.]+)+/i;

const MENDS_THIS = /\b(?:fix|resolve|solve|mend|investigate|debug)\b.{0,40}\bthis (?:bug|issue|problem|error)\b/i;

/** `The list shows old names. Fix this bug`: the trouble is told right before. */
function pointedAt(sentences: readonly string[]): string {
  const told = sentences[sentences.findIndex((sentence) => MENDS_THIS.test(sentence)) - 1] ?? '';
  return isTelling(told) && told.length <= MAX_REPORTED && asImperative(told) === '' ? told : '';
}

/** Neither a point of a list nor an order that speaks of a trouble. */
function isTrouble(sentence: string): boolean {
  return (
    TROUBLE.test(sentence) &&
    isTelling(sentence) &&
    sentence.length <= MAX_REPORTED &&
    !/^\d|\bif (?:we|it|you)\b/.test(sentence) &&
    asImperative(sentence) === ''
  );
}

/** `We have a problem - the files are not shown`: what the problem is stands behind it. */
const ANNOUNCED_TROUBLE =
  /^(?:(?:we|i|there)(?:['’]ve| have| has|['’]s| is| are)?(?: still)? (?:got |hit )?(?:an?|another|one|some) (?:\w+ )?(?:problem|issue|bug|error)s?|(?:problem|issue|bug)) ?(?:[-–—:]+|,|that|where|with) +(?=\S)/i;
