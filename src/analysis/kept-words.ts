import { cutLines } from '../core/cut-lines.ts';
import type { Said } from './said-words.ts';

/** How much is kept of all together. */
const ALL = 13_000;
/** The user's last prompts stay, however much the agent said between them. */
const LAST_PROMPTS = 10;
/** Of an older prompt, so that nobody reads an answer without its question. */
const QUESTION = 200;

/** What has room of what both said, the newest first: prompts, then answers, what was said on the way at last. */
export function keptWords(newestFirst: readonly Said[], count: number): Said[] {
  const prompts = newestFirst.filter(isPrompt).slice(0, Math.min(LAST_PROMPTS, count));
  const kept = new Map(prompts.map((said) => [said, said]));
  let room = ALL - prompts.reduce((total, { text }) => total + text.length, 0);
  const others = newestFirst.filter((said) => !kept.has(said) && (said.by === 'agent' || said.minor));
  for (const said of [...others.filter(({ minor }) => !minor), ...others.filter(({ minor }) => minor)]) {
    const question = newestFirst.find((other) => isPrompt(other) && other.turn === said.turn && !kept.has(other));
    const asked = question && { ...question, text: cutLines(question.text, QUESTION) };
    room -= said.text.length + (asked?.text.length ?? 0);
    if (room < 0 || kept.size + (asked === undefined ? 1 : 2) > count) break;
    if (question !== undefined && asked !== undefined) kept.set(question, asked);
    kept.set(said, said);
  }
  return newestFirst.flatMap((said) => kept.get(said) ?? []);
}

function isPrompt({ by, minor }: Said): boolean {
  return by === 'user' && !minor;
}
