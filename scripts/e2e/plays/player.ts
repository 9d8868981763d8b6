import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelRequest, Reply } from '../api/reply.ts';
import type { ClientName } from '../clients/table.ts';
import { runHeadless } from '../headless.ts';
import { CONTENT } from '../scenarios/work.ts';
import type { Stage } from '../stage.ts';
import type { Terminal } from '../terminal.ts';

type ToolUse = NonNullable<Reply['tools']>[number];

/** How a client is played: all that differs between agents in the scenarios that they share. */
export interface Player {
  readonly agent: ClientName;
  /** The name of its scenarios; further ones begin with it. */
  readonly part: string;
  /** Arguments that run the prompt behind them to its end, without a terminal. */
  readonly headless: readonly string[];
  /** Arguments before those that go on with a session; absent where none can be written. */
  goOn?(session: string): readonly string[];
  /** Its tools, as the model calls them. */
  write(path: string, content: string): ToolUse;
  shell(command: string): ToolUse;
  /** What the model says to call a tool of the installed server: where a client keeps tools back, it asks for the tool first. */
  call(tool: string, input: ToolUse['input']): readonly Reply[];
  /** Files with settings of somebody else, by their path below the home; absent where what the client itself needs is enough. */
  readonly foreign?: Readonly<Record<string, string>>;
  /** Files below the home that must be after uninstall what they were before install. */
  readonly settings: readonly string[];
  /** It has no settings of a project. */
  readonly ofUserOnly?: true;
  readonly terminal?: TerminalManners;
}

/** How a client is used on a terminal. */
export interface TerminalManners {
  readonly args: readonly string[];
  /** Waits until it takes prompts. */
  begin(terminal: Terminal): Promise<void>;
  /** The command that begins anew. */
  readonly clear: string;
  /** The command that compacts; absent where it has none. */
  readonly compact?: string;
  /** What stands on the screen when it has compacted. */
  readonly compacted?: RegExp;
  /** It compacts by itself, without the model and without telling anybody: the turn's end saves. */
  readonly compactsUntold?: true;
  /** How the installed command that saves is typed. */
  command(words: string): string;
  readonly exit: string;
  /** It tells nobody that it ends: the next session saves what is left. */
  readonly endsUntold?: true;
}

const DONE = 'The greeter is done. Next: write a test for greet().';

/** Has the model do a piece of work: one file, one answer. */
export function sayWork({ model, repo }: Stage, player: Player): void {
  // Not every tool makes folders.
  mkdirSync(join(repo.root, 'src'), { recursive: true });
  const write = player.write(`${repo.root}/src/greet.js`, `${CONTENT}\n`);
  model.say({ text: 'I write the file.', tools: [write] }, { text: DONE });
}

/** The request that a prompt led to: some clients send further ones by themselves, and some put the pack behind the prompt. */
export function requestOf({ model: { requests } }: Stage, words: string): ModelRequest | undefined {
  return requests.findLast(({ last }) => last.includes(words)) ?? requests.find(({ text }) => text.includes(words));
}

/** Runs a prompt to its end without a terminal. */
export function prompt(stage: Stage, player: Pick<Player, 'agent' | 'headless'>, words: string): Promise<string> {
  return runHeadless(stage, [...stage.client(player.agent), ...player.headless, words]);
}
