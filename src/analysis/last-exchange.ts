import { cutLines, flatProse } from './flat-prose.ts';
import { foldPlan } from './fold-plan.ts';
import { handedPlan, withoutClientWords } from './handed-plan.ts';
import { machinePrompt } from './machine-prompt.ts';
import { isNarration } from './narration.ts';
import { openPlanSteps } from './open-plan-steps.ts';
import { replaceData } from './pasted-data.ts';
import { isOwnCommand } from './prompt-kind.ts';
import { cutWords, splitSentences } from './sentences.ts';
import type { Item, SessionView, TurnView } from './session-view.ts';

/** How much is kept of the newest text of each side, of each older one, and of all together. */
const NEWEST = { user: 2500, agent: 2500 } as const;
const OLDER = { user: 320, agent: 700 } as const;
const ALL = 8000;
const RUNNING = 3;
/** The user's last prompts stay, however much the agent said between them. */
const LAST_PROMPTS = 6;
/** `Now update the tests:` says nothing afterwards. */
const MIN_COMMENTARY = 60;

/** What the user and the agent said to each other last, as it was said: the newest whole, older words cut, newest last. */
export function findLastExchange(view: SessionView, { count }: { readonly count: number }): Item[] {
  const turns = view.turns.filter((turn) => !isOnlyOurs(turn));
  const newestFirst = turns.flatMap((turn) => wordsOf(turn, turn === turns.at(-1))).reverse();
  const newest = (said: Said) => newestFirst.find(({ by, minor }) => by === said.by && !minor);
  const open = openPlanSteps(view);
  const cut = newestFirst.map((said) => shortened(said, { isNewest: said === newest(said), open }));
  const prompts = cut.filter(({ by, minor }) => by === 'user' && !minor).slice(0, Math.min(LAST_PROMPTS, count));
  const kept = new Set(prompts);
  let room = ALL - prompts.reduce((total, { text }) => total + text.length, 0);
  const others = cut.filter((said) => !kept.has(said) && (said.by === 'agent' || said.minor));
  for (const said of [...others.filter(({ minor }) => !minor), ...others.filter(({ minor }) => minor)]) {
    room -= said.text.length;
    if (room < 0 || kept.size === count) break;
    kept.add(said);
  }
  return cut
    .filter((said) => kept.has(said))
    .reverse()
    .map(({ text, by, turn }) => ({ text, from: { by, turn } }));
}

interface Said {
  readonly by: 'user' | 'agent';
  readonly turn: number;
  readonly text: string;
  /** Comes when the rest had its room: said on the way to a report, or by a program in the user's place. */
  readonly minor: boolean;
}

function wordsOf({ turn, number, finished }: TurnView, isLast: boolean): Said[] {
  const texts = turn.steps.flatMap((step) =>
    step.kind === 'text' ? [flatProse(step.text.replace(/<\/?proposed_plan>/g, ''))] : [],
  );
  const last = texts.length - 1;
  // Of a turn that still runs, the last words are all that is known of where it stands.
  const isNearest = (at: number) => (isLast && !finished ? at > last - RUNNING : at === last && (finished || isLast));
  const isTold = (text: string, at: number) => text !== '' && (isNearest(at) || !isOnlyNarration(text));
  const event = machinePrompt(turn.prompt);
  const prompt = event === undefined ? promptLines(turn.prompt) : cutWords(`[${event.name}] ${event.words}`, MAX_EVENT);
  return [
    ...(prompt === '' || isOwnCommand(prompt)
      ? []
      : [{ by: 'user' as const, turn: number, text: prompt, minor: event !== undefined }]),
    ...texts.flatMap((text, at) =>
      isTold(text, at) && text !== texts[at + 1]
        ? [{ by: 'agent' as const, turn: number, text, minor: finished && at < last }]
        : [],
    ),
  ];
}

const MAX_EVENT = 200;

function shortened(said: Said, { isNewest, open }: { isNewest: boolean; open: readonly string[] }): Said {
  const limit = (isNewest ? NEWEST : OLDER)[said.by];
  const isPlan = isNewest && said.by === 'user' && handedPlan(said.text) !== undefined;
  return { ...said, text: cutLines(isPlan ? foldPlan(said.text, open, limit) : said.text, limit) };
}

/** What the agent says about a save is no part of the work. */
function isOnlyOurs({ turn, calls }: TurnView): boolean {
  return isOwnCommand(turn.prompt) && calls.length === 0;
}

/** `Let me look at the tests now.` says nothing afterwards. */
function isOnlyNarration(text: string): boolean {
  return (
    text.length < MIN_COMMENTARY ||
    splitSentences(text).every((sentence) => isNarration(sentence) || /:$/.test(sentence))
  );
}

const MAX_BLOCK_LINES = 14;

/** A prompt with its lines; of blocks that were pasted the long ones are only named. */
function promptLines(prompt: string): string {
  return replaceData(withoutClientWords(prompt), (lines) => `[pasted data of ${lines.length} lines]`)
    .replace(/```[\s\S]*?(?:```|$)/g, (block) => {
      const count = block.split('\n').length;
      return count <= MAX_BLOCK_LINES ? block.replace(/^```.*$/gm, '') : `[pasted block of ${count} lines]`;
    })
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line.trim() !== '')
    .join('\n')
    .trim();
}
