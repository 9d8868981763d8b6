import { proseLines } from './agent-words.ts';
import { plainWords } from './plain-words.ts';
import { isBeginning, LEADING } from './reply.ts';
import type { Settled } from './reply-decisions.ts';
import { cutWords, plainLine, splitSentences, subjectWords } from './sentences.ts';

/** `- **Store them** — every tile gets its place.` */
const LABELLED = /^\s*(?:[-*•]\s+)?\*\*([^*]{3,60}?)[.:]?\*\*[.:]?\s*(?:\([^)]{1,60}\)\s*)?[—–:-]?\s*(\S.*)$/;
const MAX_WORDS = 12;
const LAST_LINES = 16;
/** `Something else?` is about nothing. */
const MIN_SUBJECT = 3;
const MAX_MEANING = 120;

interface Labelled {
  readonly label: string;
  readonly text: string;
}

/** The option without letter or number that a short reply takes by its label; undefined when it takes none. */
export function labelTaken(closing: string, reply: string): Settled | undefined {
  const words = reply.trim();
  if (words.split(/\s+/).length > MAX_WORDS || /[?？]/.test(words)) return undefined;
  const lines = proseLines(closing)
    .filter((line) => line.trim() !== '')
    .slice(-LAST_LINES);
  const questions = lines.flatMap((line) => splitSentences(line)).filter((one) => /\?["')*_`\s]*$/.test(one));
  const options = lines.flatMap((line): Labelled[] => {
    const [, label, text] = LABELLED.exec(line) ?? [];
    return label === undefined || text === undefined ? [] : [{ label, text: plainLine(text) }];
  });
  if (questions.length === 0 || options.length < 2) return undefined;
  const taken = only(options, (one) => plainWords(one.label) === plainWords(words)) ?? byWords(options, words);
  if (taken === undefined) return undefined;
  const question = questions.findLast((one) => subjectWords(one).size >= MIN_SUBJECT) ?? '';
  const topic = cutWords(question.replace(/[?\s]+$/, ''), 130);
  const own = plainWords(words) === plainWords(taken.label) ? '' : ` (“${words}”)`;
  return { text: `${topic === '' ? '' : `${topic} → `}${taken.label}${own} — ${meaning(taken.text)}`, topic };
}

/** The reply, without what stands around a pick, begins one label alone, or else what one option says. */
function byWords(options: readonly Labelled[], reply: string): Labelled | undefined {
  const said = plainWords(reply.replace(LEADING, '').replace(TRAILING, ''));
  if (subjectWords(said).size === 0) return undefined;
  return (
    only(options, ({ label }) => isBeginning(said, plainWords(label))) ??
    only(options, ({ text }) => isBeginning(said, plainWords(text)))
  );
}

/** `simple to begin with`, `the store first, please` */
const TRAILING =
  /(?:[\s,]+(?:(?:to )?(?:begin|start) with|first|for now|then|please|sounds? (?:good|best|fine)))+\W*$/i;

function only(options: readonly Labelled[], fits: (one: Labelled) => boolean): Labelled | undefined {
  const [first, second] = options.filter(fits);
  return second === undefined ? first : undefined;
}

function meaning(text: string): string {
  const [first = '', next = ''] = splitSentences(text);
  const whole = first.length < 20 ? `${first} ${next}`.trim() : first;
  return cutWords(whole.replace(/[.\s]+$/, ''), MAX_MEANING);
}
