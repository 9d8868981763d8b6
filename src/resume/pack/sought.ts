import type { Analysis } from '../../core/note.ts';
import { subjectWords } from '../../core/subject-words.ts';

/** What the open work speaks of. */
export interface Sought {
  /** Names of code, those of the next actions first. */
  readonly names: readonly string[];
  readonly words: ReadonlySet<string>;
}

/** `LOW-01`, `MAX_ROWS`, `loadRows`, `RowStore`, `_load_rows`: no word of a sentence looks so, and what a dot follows is the name of a file. */
const NAME =
  /(?<![\w./-])(?:[A-Z]{2,}-\d+|_*[A-Za-z][A-Za-z0-9]*_\w+|_+[a-z]\w+|[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*)(?![\w/-]|\.\w)/g;
const MAX_NAMES = 24;
/** A longer prompt speaks of more than one part could be about. */
const MAX_PROMPT = 800;

/** What the next actions, the task and the last words name, and what the first two and the newest prompt are about. */
export function soughtBy(analysis: Analysis): Sought {
  const { next_actions, last_exchange, current_task } = analysis;
  const isOpen = analysis.evidence?.['current_task']?.answered !== true;
  const prompt = newestPrompt(analysis);
  const open = isOpen ? [current_task, prompt.length > MAX_PROMPT ? '' : prompt] : [];
  const text = [...next_actions, ...open, last_exchange.at(-1) ?? ''].join('\n');
  const names = [...new Set(text.match(NAME) ?? [])].filter((name) => name.length > 3).slice(0, MAX_NAMES);
  const words = subjectWords([...next_actions.map(withoutWays), ...open].join('\n'));
  return { names, words: new Set([...words].filter((word) => !OURS.has(word))) };
}

function newestPrompt({ last_exchange, evidence = {} }: Analysis): string {
  return last_exchange.findLast((_, at) => evidence[`last_exchange.${at}`]?.by === 'user') ?? '';
}

/** How far it has come is told in brackets and in commands. */
function withoutWays(action: string): string {
  return action.replace(/\((?:the agent|since then).*$/s, '').replace(/`[^`\n]*`/g, ' ');
}

/** What we say around the words of others, and what any piece of work is told with. */
const OURS = new Set(
  (
    'user agent answer report ask tell turn task proposal continu image redact wait ready stopp them they after before again ' +
    'back know current currently review open close clos push commit merge branch change update creat check test run start finish ' +
    'implement fix follow plan direct session go on'
  ).split(' '),
);
