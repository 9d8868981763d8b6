import { type Point, pointsIn, sectionsOf } from './compaction-sections.ts';
import { namesIn } from './present-names.ts';
import { cutWords, plainLine } from './sentences.ts';

/** What a summary found out, as far as its sections tell it. */
interface Found {
  /** One for each error: what it was, why, and what was done about it. */
  readonly errors: readonly string[];
  /** Text of which each sentence may be a finding. */
  readonly prose: string;
}

/** Titles of sections that tell what went wrong. */
export const ERRORS = /\berrors?\b/;
const FACTS = /\bconstraints?\b|\bfindings?\b|\blearn(?:ed|ings?)\b|\bdiscover(?:y|ies)\b/;
const SOLVED = /\bproblem solving\b/;
const TEMPLATE = /\b(?:errors?|concepts?|problem solving)\b/;
/** What was wanted, said and still to do then. */
const NO_FACTS = /\b(?:request|intent|goals?|messages|pending|remaining|next|current|todo|to do|status)\b/;
/** The talk, and the state that it was in then. */
const OF_THE_TALK =
  /^(?:the )?(?:users?\b|agent\b|assistant\b|conversation\b|(?:i|we)(?:['’]|\b))|^(?:currently|after (?:the|that|this)|solved|then)\b/i;

/** Undefined when the summary has no sections. */
export function foundInSummary(summary: string): Found | undefined {
  const sections = [...sectionsOf(summary)];
  if (sections.length < 2) return undefined;
  if (!sections.some(([name]) => TEMPLATE.test(name)))
    return { errors: [], prose: sections.flatMap(([name, lines]) => (NO_FACTS.test(name) ? [] : lines)).join('\n') };
  const linesOf = (title: RegExp) => sections.flatMap(([name, lines]) => (title.test(name) ? lines : []));
  const errors = pointsIn(linesOf(ERRORS)).filter(({ text }) => !OF_THE_TALK.test(text));
  const known = new Set(errors.flatMap(({ text, below }) => namesIn([text, ...below].join('\n'))));
  // How an error was looked for is told with it, or is over.
  const solved = linesOf(SOLVED).filter((line) => !namesIn(line).some((name) => known.has(name)));
  const prose = [...linesOf(FACTS), ...solved].filter((line) => !OF_THE_TALK.test(plainLine(line)));
  return { errors: errors.map(errorText), prose: prose.join('\n') };
}

const CAUSE = /^(?:(?:root )?cause|caused by|reason|because|due to|problem|issue)\b/i;
const FIX = /^(?:fix(?:ed)?|solution|solved|resol(?:ved|ution)|changed|repaired|workaround)\b/i;
/** How it was seen and looked for. */
const SEEN = /^(?:symptoms?|debug(?:ging)?|error|status|result|lesson|all tests)\b/i;
const MAX_ERROR = 250;
const MAX_FIX = 120;

/** The fix is told whole rather than the cause. */
function errorText({ text, below }: Point): string {
  const [title, lines] = [ended(text), below.filter((line) => !SEEN.test(line)).map(ended)];
  const fix = lines.find((line) => FIX.test(line));
  const cause = lines.find((line) => CAUSE.test(line)) ?? lines.find((line) => line !== fix);
  if (fix === undefined || cause === undefined)
    return cutWords(lines.length === 0 ? title : `${title}: ${lines.join('; ')}`, MAX_ERROR);
  const done = cutWords(fix, MAX_FIX);
  const room = MAX_ERROR - title.length - done.length - 4;
  const why = room < MIN_CAUSE ? '' : `${cutWords(cause, room)}; `;
  return cutWords(`${title}: ${why}${done}`, MAX_ERROR);
}

const MIN_CAUSE = 40;

function ended(line: string): string {
  return line.replace(/[.:;\s]{1,10}$/, '');
}
