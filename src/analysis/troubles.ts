import { imperativeOf } from './order-of-prompt.ts';
import { presentGoal } from './present-goal.ts';
import { splitSentences } from './sentences.ts';
import { isEdit, type SessionView } from './session-view.ts';
import { isTelling } from './telling.ts';

/** One report of trouble after the other was worked on since anything was ordered: that is what the session does. */
export function troublesSince({ turns }: SessionView): string {
  const ordered = turns.findLastIndex((turn) => turn.kind === 'goal' && imperativeOf(turn) !== '');
  const reported = turns
    .slice(ordered + 1)
    .filter((turn) => turn.kind === 'goal' && turn.calls.some(isEdit))
    .filter(({ words }) => TROUBLE.test(words) || STUCK.test(words))
    .map(({ words }) => (words.split('\n')[0] ?? '').replace(PRINTED, ''));
  const last = reported.findLast((line) => line.length <= MAX_REPORTED && isTelling(line));
  return reported.length < MIN_REPORTED || last === undefined ? '' : `Investigate: ${last.replace(/^now /i, '')}`;
}

const MIN_REPORTED = 3;
const MAX_REPORTED = 160;
/** What a program printed, pasted behind the words. */
const PRINTED = /\s(?:\S+ +\||(?:GET|POST|PUT|at) \S*\/|https?:).*$/;

const TROUBLE =
  /\b(?:problem|error|fail|broken|bug|issue|wrong|why|not (?:work|seeing|showing)|(?:isn|doesn|don)['’]?t (?:work|show|see|appear|load)|should(?:n['’]?t| not) happen|crash)/i;
const STUCK = /\b(?:stuck|hangs?|too slow|very slow|long time)\b/i;

/** What the user said that went wrong, without the log below it. */
export function trouble(view: SessionView): string {
  const words = presentGoal(view)?.words ?? '';
  const [first = ''] = splitSentences(words.split('\n')[0] ?? '');
  const said = first
    .replace(/: *\[.*$/, '')
    .replace(/^(?:ok(?:ay)?|so|hm+)[\s,.]+/i, '')
    .replace(ANNOUNCED_TROUBLE, '');
  return TROUBLE.test(words) && said !== '' ? `Investigate: ${said}` : '';
}

/** `We have a problem - the files are not shown`: what the problem is stands behind it. */
const ANNOUNCED_TROUBLE =
  /^(?:(?:we|i|there)(?:['’]ve| have| has|['’]s| is| are)?(?: still)? (?:got |hit )?(?:an?|another|one|some) (?:\w+ )?(?:problem|issue|bug|error)s?|(?:problem|issue|bug)) ?(?:[-–—:]+|,|that|where|with) +(?=\S)/i;
