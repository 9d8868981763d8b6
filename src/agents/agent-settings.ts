import { defined } from '../core/defined.ts';
import { shellWord } from '../core/shell-word.ts';
import type { AgentName } from './agent.ts';
import { type CommandFilter, filterCommand, withoutFilter } from './command-filter.ts';

/** For the user everywhere, for everybody in a project, or for the user in one project. */
export type Scope = 'user' | 'project' | 'local';

/** What is known when an agent's files are looked for. */
export interface SettingsPlaces {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** The top of the working tree; absent outside of a repository. */
  readonly root?: string;
}

/** A value that belongs into a JSON document: an item of the list at `path`, or the member that `path` names. */
export interface Insertion {
  readonly kind: 'item' | 'member';
  readonly path: readonly string[];
  readonly value: unknown;
}

/** A file of an agent's, and what of ours belongs into it. */
export type SettingsFile =
  | {
      readonly form: 'json';
      readonly path: string;
      readonly insertions: readonly Insertion[];
      /** The member below which everything goes, where the file has entries of other installations beside it. */
      readonly within?: readonly string[];
    }
  /** Lines at the end of a TOML file; `table` is the one that they define. */
  | {
      readonly form: 'toml';
      readonly path: string;
      readonly table: string;
      /** It is a list of tables, to which the user's own belong as well. */
      readonly isList?: true;
      readonly lines: readonly string[];
      /** The hooks in these lines. */
      readonly hooks?: readonly InstalledHook[];
    }
  /** A file of our own; a plugin names the hooks that it runs. */
  | { readonly form: 'text'; readonly path: string; readonly text: string; readonly hooks?: readonly InstalledHook[] };

/** A hook of ours in an agent's settings. */
export interface InstalledHook {
  readonly event: string;
  readonly command: string;
  /** Milliseconds; what the settings allow. */
  readonly limit?: number;
}

/** Where an agent keeps its settings and what we put there. One per agent, listed in its `adapter.ts`. */
export interface AgentSettings {
  readonly agent: AgentName;
  readonly scopes: readonly Scope[];
  /** In which a hook's `timeout` is counted. */
  readonly timeoutUnit: 'seconds' | 'milliseconds';
  /** The folder that shows that the agent is in use. */
  folder(places: SettingsPlaces): string;
  /** Every file. `program`: the words that start this program. */
  files(scope: Scope, places: SettingsPlaces, program: readonly string[]): readonly SettingsFile[];
  /** What the user has still to do. */
  readonly afterwards: string;
}

/** A hook entry in the form that all three agents share. */
export interface HookEntry {
  readonly event: string;
  readonly matcher?: string;
  /** Commands for the same moment, each with its options. */
  readonly hooks: readonly HookCommand[];
}

interface HookCommand {
  readonly args?: string;
  /** Where hooks run in a POSIX shell, it is started only then. */
  readonly onlyIf?: CommandFilter;
  /** It relieves another hook of the entry, which without a shell is started always. */
  readonly onlyInShell?: boolean;
  readonly more: Readonly<Record<string, unknown>>;
}

/** For agents that take about 10,000 characters from one hook: a start that may say twice as much. Seconds. */
export const startInTwoParts: HookEntry = {
  event: 'SessionStart',
  hooks: [
    { args: '--part 1/2', more: { timeout: 20 } },
    { args: '--part 2/2', more: { timeout: 20 } },
  ],
};

/** How a program is started from an agent's settings. */
interface Starting {
  readonly agent: AgentName;
  /** The words that start it. */
  readonly program: readonly string[];
  /** The agent runs its hooks in a POSIX shell on every machine that reads these settings. */
  readonly inShell?: boolean;
}

/** The insertions for a table of entries. */
export function hookInsertions({ agent, program, inShell }: Starting, entries: readonly HookEntry[]): Insertion[] {
  const commandFor = ({ args = '', onlyIf }: HookCommand) => {
    const command = `${program.map(shellWord).join(' ')} hook ${agent} ${args}`.trim();
    return inShell && onlyIf !== undefined ? filterCommand(command, onlyIf) : command;
  };
  return entries.map(({ event, matcher, hooks }) => ({
    kind: 'item',
    path: ['hooks', event],
    value: defined({
      matcher,
      hooks: hooks
        .filter(({ onlyInShell }) => inShell || !onlyInShell)
        .map((hook) => ({ type: 'command', command: commandFor(hook), ...hook.more })),
    }),
  }));
}

/** How a server for MCP is started. */
export function serverCommand(program: readonly string[]): { readonly command: string; readonly args: string[] } {
  const [command = '', ...args] = program;
  return { command, args: [...args, 'mcp'] };
}

const NODE = /(?:"[^"]*|'[^']*|\S*)\bnode(?:\.exe)?["']? /;
const PROGRAM = /(?:"(?:[^"]*[/\\])?|'(?:[^']*[/\\])?|(?:\S*[/\\])?)git[- ]checkpoint(?:-node)?(?:\.cjs)?["']? /;
const OWN_COMMAND = new RegExp(`^(?:${NODE.source})?${PROGRAM.source}(?:hook [\\w-]+|mcp)\\b`);

/** Whether a value in an agent's file is one that this program put there, now or in an older version. */
export function isOurs(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { command, bash, args = [] } = value as { command?: unknown; bash?: unknown; args?: unknown };
  const words: readonly unknown[] = [command ?? bash, args].flat();
  if (!words.every((word) => typeof word === 'string')) return false;
  // A line for the shell has blanks of a word in quotes; words by themselves have none.
  const line =
    words.length === 1 ? words.map(withoutFilter) : words.map((word) => (/\s/.test(word) ? `"${word}"` : word));
  return OWN_COMMAND.test(line.join(' '));
}
