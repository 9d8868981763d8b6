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
  const said = sentences.map((sentence) => sentence.replace(BESIDE, '').replace(LEAD, '')).find(isTrouble) ?? '';
  return said === '' ? '' : `Investigate: ${said.replace(ANNOUNCED_TROUBLE, '')}`;
}

const ADDRESS = / (?:at|on) https?:\S+/g;
/** A log, or what is told and wanted beside it. */
const BESIDE = /: *\[.*$|, (?:can|could|would|please|they|but|and|so)\b.*$/;
const LEAD = /^(?:(?:ok(?:ay)?|so|now|wait|also|hm+|is that|i(?:['’]?ve)? (?:just )?noticed(?: that)?)[\s,.]+)+/i;

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
