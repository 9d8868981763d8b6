import type { ToolCall } from '../core/session.ts';
import type { AgentSentence } from './agent-sentences.ts';
import { proseLines } from './agent-words.ts';
import { errorLine } from './command-outcome.ts';
import { isGuess } from './guess.ts';
import { asImperative } from './imperative.ts';
import { isLater } from './moments.ts';
import { isNarration } from './narration.ts';
import { splitSentences } from './sentences.ts';
import { isEdit, type SessionView, type TurnView } from './session-view.ts';

/** `Found it.`, `There it is:`, `That's the issue —`: what follows says what is wrong. */
const OPENS =
  /^(?:(?:ok(?:ay)?|ah|aha|and|so|now|great|good|yes)[,.!]? )*(?:there it is|found it|found (?:the|our) (?:\w+ )?(?:problem|issue|bug|cause|culprit|error)|i(?:['’]ve)? (?:found|see) the (?:\w+ )?(?:problem|issue|bug|cause)|(?:that|this|here)(?:['’]s| is| was) (?:the|our) (?:\w+ )?(?:problem|issue|bug|cause|culprit))(?=\s*(?:[.:!,;]|[—–-]\s|$))[\s.:!,;—–-]*/i;
/** `The root cause of the leak is that …` */
const STATES =
  /^(?:so |and |but )*the (?:root |real |actual |underlying )(?:cause|problem|issue|reason|culprit)( of [^,.:;]{3,60})? (?:is|was) (?:that )?(?!(?:not|in|at|with|on|n['’]t|un\w+|still)\b)/i;
/** A block of one line right behind a colon belongs to the sentence. */
const SHOWN = /:[ \t]*\n{1,3} {0,3}```\w*\n {0,8}(\S[^\n]{3,160})\n {0,3}```/g;
/** The cause of older trouble is used up. */
const LAST_TURNS = 5;
const MAX_CAUSES = 3;
const MAX_LENGTH = 240;
const MIN_LENGTH = 24;
const MAX_ERROR = 110;
const SENTENCES = 4;
const MAX_ITEMS = 2;
const POINTS_BACK = /^[^.!?]{0,12}\b(?:that|this)(?:['’]s| is| was)\b/i;

/** What the agent, who looked for it, says that is wrong. In a turn that is over, edits mended it. */
export function causesIn({ turns }: SessionView): AgentSentence[] {
  return turns
    .slice(-LAST_TURNS)
    .filter((turn) => turn === turns.at(-1) || !turn.calls.some(isEdit))
    .flatMap(causesOfTurn)
    .slice(-MAX_CAUSES);
}

function causesOfTurn({ number, turn: { steps } }: TurnView): AgentSentence[] {
  return steps.flatMap((step, at) => {
    if (step.kind !== 'text') return [];
    const before = steps[at - 1];
    const error = before?.kind === 'tool' ? errorOf(before.call) : '';
    return causesOf(step.text, error).map((text) => ({
      text,
      turn: number,
      place: 'closing' as const,
      moment: { turn: number, step: at },
      before: '',
      after: '',
      isCause: true,
    }));
  });
}

/** The error that the agent has just seen: `That's the issue` speaks of it. */
function errorOf({ action, output = '' }: ToolCall): string {
  const line = action === 'command' ? errorLine(output) : '';
  return line.length <= MAX_ERROR && /\b(?:error|cannot|fail\w*|denied|refused)\b/i.test(line) ? line : '';
}

function causesOf(text: string, error: string): string[] {
  const lines = proseLines(text.replace(SHOWN, ': `$1`')).filter((line) => line.trim() !== '');
  return lines.flatMap((line, at) => {
    const sentences = splitSentences(line);
    const from = sentences.findIndex((sentence) => OPENS.test(sentence) || STATES.test(sentence));
    const first = sentences[from];
    if (first === undefined) return [];
    const stated = STATES.exec(first);
    if (stated !== null) return told(`Cause${stated[1] ?? ''}: `, [first.slice(stated[0].length)]);
    const rest = [first.replace(OPENS, ''), ...sentences.slice(from + 1)].filter((one) => one !== '');
    const next = rest.length < 2 ? splitSentences(lines[at + 1] ?? '') : [];
    const shown = error !== '' && POINTS_BACK.test(first) ? ` of \`${error}\`` : '';
    return told(`Cause${shown}: `, [...rest, ...next].slice(0, SENTENCES));
  });
}

/** The sentences up to one that says what the agent does next, or asks, or guesses; as many as have room are one item. */
function told(lead: string, sentences: readonly string[]): string[] {
  const isEnd = (one: string) => isNarration(one) || asImperative(one) !== '' || /[?:]$/.test(one) || isGuess(one);
  const end = sentences.findIndex(isEnd);
  const items: string[] = [];
  for (const one of end < 0 ? sentences : sentences.slice(0, end)) {
    const both = `${items.at(-1) ?? lead} ${one}`.replace('  ', ' ');
    if (items.length > 0 && both.length <= MAX_LENGTH) items[items.length - 1] = both;
    else items.push(`${lead}${one}`);
  }
  return items.filter((item) => item.length - lead.length >= MIN_LENGTH).slice(0, MAX_ITEMS);
}

const EXPLAINS = /\b(?:because|fail(?:s|ed|ing)|caused by|due to|suggests?|must be|this means|error)\b/i;

/** Whether a sentence explained, on the way to a cause that was found after it, what it might be. */
export function isBeforeCause({ text, place, moment }: AgentSentence, causes: readonly AgentSentence[]): boolean {
  const isOnTheWay = place === 'commentary' && (EXPLAINS.test(text) || isGuess(text));
  return isOnTheWay && causes.some((cause) => isLater(cause.moment, moment) && cause.turn <= moment.turn + 1);
}
