import { commandKind } from './command-kind.ts';
import { oncePer } from './once-per.ts';
import type { SessionView } from './session-view.ts';

/** So many commands say what is done now. */
const LAST_COMMANDS = 12;
/** A path, an option, a name of several words: what hardly stands in two texts by chance. */
const TOKEN = /--[a-z][\w-]{2,40}|[\w@-]{1,80}(?:[./_][\w@-]{1,80}){1,12}/g;
const MIN_TOKEN = 5;

/** The names that the last commands and the task in progress use. */
export const presentTokens = oncePer(({ session, calls }: SessionView): ReadonlySet<string> => {
  const commands = calls.flatMap(({ call }) => call.command ?? []).filter((command) => commandKind(command) !== 'look');
  const tasks = session.todos.filter(({ status }) => status === 'in_progress');
  const said = tasks.map(({ text, description = '' }) => `${text}\n${description}`);
  return new Set([...commands.slice(-LAST_COMMANDS), ...said].flatMap(tokensOf));
});

/** Names by the last part of their path. */
export function tokensOf(text: string): string[] {
  const found = text.slice(0, MAX_TEXT).match(TOKEN) ?? [];
  return [...new Set(found.map((name) => name.slice(name.lastIndexOf('/') + 1)))].filter(
    ({ length }) => length >= MIN_TOKEN,
  );
}

const MAX_TEXT = 20_000;
/** So many names in common, and the commands carry out what a text says. */
export const MIN_COMMON = 3;

export function commonTokens(text: string, present: ReadonlySet<string>): number {
  return tokensOf(text).filter((token) => present.has(token)).length;
}
