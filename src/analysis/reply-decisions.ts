import { acknowledged } from './acknowledged.ts';
import { agreedProposal, namedRecommendation } from './agreed-proposals.ts';
import { answeredInWords } from './answered-in-words.ts';
import { answeredPoints } from './answered-points.ts';
import { commonWords } from './answered-question.ts';
import { labelTaken } from './labelled-options.ts';
import { entryTaken, menuOf } from './menus.ts';
import { partNamed } from './named-parts.ts';
import { type Choice, findChoice, isOffered, isToDo } from './options.ts';
import { plainWords } from './plain-words.ts';
import { isEmptyQuestion } from './proposals.ts';
import { isRemark } from './remarks.ts';
import { chosenOptions } from './reply.ts';
import { cutWords, splitSentences, subjectWords } from './sentences.ts';
import type { TurnView } from './session-view.ts';
import { settlesNothing } from './settles-nothing.ts';
import { shortAnswer } from './short-answers.ts';

/** What a reply settled: in words that can be read alone, and about what, so that a later reply can settle it anew. */
export interface Settled {
  readonly text: string;
  readonly topic: string;
}

const MAX_REPLY = 220;
/** Who asks takes nothing; `…, right?` only makes sure. */
const ASKS = /(?<!\bright)[?？]["')\s]*$/i;

const COMMAND = /^\s*[/$][a-z][\w:.-]*(?:\s|$)/i;

/**
 * What the user settled by a reply to the agent's last words. Undefined when the prompt is no reply; empty when it is one that
 * settles nothing, such as `yes` to `Looks good?`.
 */
export function settledByReply(before: TurnView, turn: TurnView): Settled[] | undefined {
  // A slash command takes no option, whatever words it is called by.
  if (ASKS.test(turn.words) || COMMAND.test(turn.turn.prompt)) return undefined;
  // A menu says how to go on, not what was decided.
  if (entryTaken(turn.words, menuOf(before.closing)) !== undefined) return [];
  const choice = findChoice(before.closing);
  if (choice !== undefined && isEmptyQuestion(`${choice.topic}?`) && isBare(turn.words)) return [];
  const points = answeredPoints(before.closing, turn.words);
  if (points.length > 1)
    return (
      points
        .filter(({ answer }) => !ASKS.test(answer) && !isRemark(answer) && !settlesNothing(answer))
        // Who pastes the points has them carried out.
        .filter(({ point, answer }) => !plainWords(point).startsWith(plainWords(answer)))
        .map(({ point, answer }) => ({ text: `${point} → ${answer}`, topic: point }))
    );
  const isChoice = choice !== undefined && isOffered(choice, before.closing) && turn.kind !== 'housekeeping';
  const taken = isChoice ? optionsTaken(turn, choice) : undefined;
  if (taken !== undefined) return taken;
  const labelled = labelTaken(before.closing, turn.words);
  if (labelled !== undefined) return [labelled];
  const advice = namedRecommendation(before.closing, turn.words);
  if (advice !== '') return [{ text: advice, topic: advice }];
  const part = partNamed(before.closing, turn.words);
  if (part !== '') return [{ text: part, topic: part }];
  if (turn.kind === 'agreement') return agreed(before.closing);
  const answered = answeredInWords(before, turn);
  return answered === undefined ? shortAnswer(before, turn) : [answered];
}

/** The options that a reply takes, or speaks of one by one; undefined when it names none. */
function optionsTaken(turn: TurnView, choice: Choice): Settled[] | undefined {
  const [{ words }, { topic }] = [turn, choice];
  const chosen = namesSeveral(words, choice) ? [] : chosenOptions(words, choice);
  if (chosen.length > 0 && isToDo(choice)) return [];
  if (OFFERED.test(topic) && chosen.length > 0 && chosen.every(({ title }) => ONCE.test(title))) return [];
  if (chosen.length > 0 && chosen.every(({ title }) => GOES_ON.test(title))) return [];
  if (chosen.length > 0) {
    const titles = chosen.map(({ key, title }) => `${title.replace(RECOMMENDED, '')} (${key})`).join(' and ');
    const about = SAYS_NOTHING.test(topic) ? 'Chosen' : topic;
    const meant = meantOtherwise(turn, chosen);
    if (meant !== '') return [{ text: `${about} → agreed: ${meant}`, topic }];
    return [{ text: `${about}: ${titles}${furtherWords(words)}`, topic }];
  }
  const named = namedOptions(words, choice);
  if (named.length === 0) return undefined;
  const legend = named.map(({ key, title }) => `${key.toUpperCase()}: ${title}`).join('; ');
  return [{ text: `${cutWords(words, MAX_REPLY)} (${legend})`, topic }];
}

/** What the agent understood, where it is something else than the option of that number: what is asked last may count anew. */
function meantOtherwise(turn: TurnView, chosen: Choice['options']): string {
  const meant = acknowledged(turn);
  const title = chosen.map((option) => option.title).join(' ');
  return meant !== '' && commonWords(title, meant) * 2 <= subjectWords(title).size ? meant : '';
}

const RECOMMENDED = /\s*\((?:recommended|easiest|fastest|preferred)\)$/i;
/** `A few solutions`: heads options and names nothing. */
const SAYS_NOTHING =
  /^(?:here are |there are )?(?:(?:an?|the|my|your|our|some|few|several|two|three|four|possible|available|suggested|proposed|design|solution) )*(?:solutions?|options?|approaches|alternatives|choices|ways(?: forward)?|ideas|possibilities|directions?|suggestions?)(?: (?:proposées|possibles))?(?: \([^()]*\))?$/i;
/** `Want me to: 1. Retry the build`: used up when it was done. */
const OFFERED = /\b(?:want me to|i can|shall i|should i)\b/i;
/** `Go on with this stack`: how to go on, and no more once that was done. */
const GOES_ON =
  /^(?:continue|proceed|go on|keep going|go ahead)\b|(?:続行|続ける|进行下去|继续|계속)(?:する|进行|하기)?$/iu;
const ONCE = /^(?:retry|run|rerun|re-run|commit|push|continue|proceed|start|begin)\b/i;

/** `A for these calls, the others should do B` takes neither of them alone. */
function namesSeveral(words: string, choice: Choice): boolean {
  return !isBare(words) && namedOptions(words, choice).length > 1;
}

function isBare(words: string): boolean {
  return words.trim().split(/\s+/).length <= 6;
}

/** `A for all calls via go-git. Direct requests should do B` says more than the letter. */
function furtherWords(words: string): string {
  return isBare(words) ? '' : ` — “${cutWords(words, MAX_REPLY)}”`;
}

/** Options that a longer reply speaks of by their capital letter or number. */
function namedOptions(words: string, { options }: Choice) {
  if (words.length > 400) return [];
  const keys = new Set(
    [...words.matchAll(/(?<![\w'’.-])(?:option )?([A-H])(?![\w'’.-])/g)].map(([, key = '']) => key.toLowerCase()),
  );
  // `I` and `A` alone are words of the language, too.
  return keys.size < 2 ? [] : options.filter(({ key }) => keys.has(key));
}

function agreed(closing: string): Settled[] {
  const points = agreedPoints(closing);
  const proposal = points.length > 0 ? '' : agreedProposal(closing);
  return proposal === '' ? points : [{ text: proposal, topic: '' }];
}

/** Points that the agent put up one by one (`1. Override knob: I'm not adding it. OK?`), agreed to with one word. */
function agreedPoints(closing: string): Settled[] {
  const choice = findChoice(closing);
  const points = choice?.options.filter(({ text }) => /\?["')*_\s]*$/.test(text)) ?? [];
  return points.flatMap(({ title, text }) => {
    const [first = '', ...rest] = splitSentences(text);
    // What is nothing but a question says what is unclear, and proposes nothing.
    return rest.length === 0 ? [] : [{ text: first.length > title.length ? first : title, topic: title }];
  });
}
