import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { settled } from '../../../test/support/hook-session.ts';
import type { ModelRequest, Reply } from '../api/reply.ts';
import { codexArguments } from '../clients/codex.ts';
import type { ClientName } from '../clients/table.ts';
import { expect } from '../expect.ts';
import { runHeadless } from '../headless.ts';
import { onPath } from '../on-path.ts';
import { onStage, type Stage } from '../stage.ts';
import { claudeArguments, expectQuiet } from './work.ts';

/** How a client is talked to without a terminal. */
export interface Talk {
  readonly client: ClientName;
  readonly install: string;
  /** What stands in every transcript of the client and nowhere else. */
  readonly mark: string;
  /** So many tokens leave no room in the window of the model. */
  readonly full: number;
  /** The words behind the client's own that put a prompt; with a session, in that session. */
  words(prompt: string, session?: string): readonly string[];
  /** A reply that writes a file of the project. */
  write(stage: Stage, path: string, content: string): Reply;
  /** A tool of the client that runs a command. */
  shell(command: string): { readonly name: string; readonly input: Readonly<Record<string, unknown>> };
  /** Has the client sum its conversation up. */
  compact(stage: Stage, session: string): Promise<unknown>;
}

/** What it takes to talk at all. */
export type PlainTalk = Pick<Talk, 'client' | 'install' | 'words' | 'write'> & {
  /** How a session is gone on with where that needs a terminal. */
  readonly goOn?: (stage: Stage, prompt: string, session: string) => Promise<string>;
};

/** Puts a prompt to a client, in a session or in a new one, and waits until it is done. */
export function play(
  stage: Stage,
  talk: PlainTalk,
  turn: { prompt: string; session: string | undefined },
): Promise<string> {
  if (turn.session !== undefined && talk.goOn !== undefined) return talk.goOn(stage, turn.prompt, turn.session);
  return runHeadless(stage, [...stage.client(talk.client), ...talk.words(turn.prompt, turn.session)]);
}

/** A turn in which the model says that its window is nearly full: the client compacts before it goes on. */
function fillWindow(stage: Stage, tool: ReturnType<Talk['shell']>, tokens: number): void {
  stage.model.say({ text: 'I look.', tools: [tool], tokens }, { text: 'NOW THERE IS ROOM' });
}

export const claudeTalk: Talk = {
  client: 'claude-code',
  install: 'claude-code',
  mark: '"parentUuid"',
  full: 990_000,
  words: (prompt, session) => [
    '-p',
    ...claudeArguments,
    ...(session === undefined ? [] : ['--resume', session]),
    prompt,
  ],
  write: ({ repo }, path, content) => ({
    text: `I write ${path}.`,
    tools: [{ name: 'Write', input: { file_path: join(repo.root, path), content } }],
  }),
  shell: (command) => ({ name: 'Bash', input: { command, description: 'Looks' } }),
  compact: (stage, session) => play(stage, claudeTalk, { prompt: '/compact', session }),
};

export const codexTalk: Talk = {
  client: 'codex',
  install: 'codex',
  mark: '"response_item"',
  full: 300_000,
  words: (prompt, session) => [...codexArguments, ...(session === undefined ? [] : ['resume', session]), prompt],
  write: (_stage, path, content) => ({
    text: `I write ${path}.`,
    tools: [{ name: 'exec_command', input: { cmd: `echo '${content.trim()}' > ${path}` } }],
  }),
  shell: (cmd) => ({ name: 'exec_command', input: { cmd } }),
  compact: (stage, session) => {
    fillWindow(stage, codexTalk.shell('ls'), 50_000);
    const [exec = '', ...others] = codexArguments;
    const words = [exec, '-c', 'model_auto_compact_token_limit=20000', ...others, 'resume', session, 'FILL THE WINDOW'];
    return runHeadless(stage, [...stage.client('codex'), ...words]);
  },
};

const geminiTalk: Talk = {
  client: 'gemini-cli',
  install: 'gemini',
  mark: '"projectHash"',
  full: 1_040_000,
  words: (prompt, session) => ['--yolo', ...(session === undefined ? [] : ['--resume', session]), '-p', prompt],
  write: ({ repo }, path, content) => ({
    text: `I write ${path}.`,
    tools: [{ name: 'write_file', input: { file_path: join(repo.root, path), content } }],
  }),
  shell: (command) => ({ name: 'run_shell_command', input: { command, description: 'Looks' } }),
  compact: (stage, session) => {
    fillWindow(stage, { name: 'list_directory', input: { dir_path: stage.repo.root } }, 900_000);
    return play(stage, geminiTalk, { prompt: 'FILL THE WINDOW', session });
  },
};

/** What the three turns left: the session, its transcript, and the newest checkpoint of each turn. */
interface Turns {
  readonly session: string;
  readonly transcript: string;
  /** As words of the command line, by turn. */
  readonly checkpoint: Readonly<Record<number, string>>;
}

interface Course {
  /** What happens in the session before the third turn. */
  readonly between?: (session: string) => Promise<unknown>;
  /** How many tokens the last request is said to have had; no turn follows that would make room. */
  readonly tokens?: number;
}

/** Three turns, each of which writes a file of its own. */
export async function threeTurns(stage: Stage, talk: PlainTalk, { between, tokens }: Course = {}): Promise<Turns> {
  stage.checkpoint('install', talk.install);
  const checkpoint: Record<number, string> = {};
  let session: { readonly id: string; readonly transcript: string } | undefined;
  for (const turn of [1, 2, 3]) {
    if (turn === 3 && session !== undefined) await between?.(session.id);
    stage.model.say(talk.write(stage, `turn-${turn}.txt`, `content ${turn}\n`), {
      text: `REPLY-${turn}`,
      ...(turn === 3 && tokens !== undefined ? { tokens } : {}),
    });
    await play(stage, talk, { prompt: `PROMPT-${turn}`, session: session?.id });
    checkpoint[turn] = await savedWith(stage, `turn-${turn}.txt`);
    session = JSON.parse(stage.checkpoint('show', checkpoint[turn] ?? '', '--json')).session;
  }
  if (session === undefined) throw new Error('no session was recorded');
  return { session: session.id, transcript: session.transcript, checkpoint };
}

/** Waits for a checkpoint that has a file and for the end of all saves; answers the newest number. */
export async function savedWith(stage: Stage, path: string): Promise<string> {
  const numbers = () => JSON.parse(stage.checkpoint('list', '--json')).map((one: { number: number }) => one.number);
  for (let waited = 0; waited < 30_000; waited += 200) {
    await settled(stage.repo);
    const newest = Math.max(0, ...numbers());
    if (stage.repo.tryGit('cat-file', '-e', `refs/checkpoints/${newest}:${path}`).status === 0) return String(newest);
    await sleep(200);
  }
  throw new Error(`no checkpoint has ${path}`);
}

/** The next request goes on from the end of turn two. */
export function expectTwoTurns(request: ModelRequest | undefined): void {
  const text = request?.text ?? '';
  for (const turn of [1, 2]) {
    expect(
      `the model read prompt and answer ${turn}`,
      text.includes(`PROMPT-${turn}`) && text.includes(`REPLY-${turn}`),
      text,
    );
  }
  expect('nothing of turn three', !text.includes('PROMPT-3') && !text.includes('REPLY-3'), text);
}

export function has(stage: Pick<Stage, 'repo'>, path: string): boolean {
  return stage.repo.git('status', '--porcelain', '-uall').includes(path);
}

export function rewound(talk: PlainTalk): Promise<void> {
  return onStage(async (stage) => {
    // Some clients have to take a session into their own store.
    onPath(stage, [talk.client]);
    const { session: before, transcript, checkpoint } = await threeTurns(stage, talk);
    const bytes = readFileSync(transcript);
    const outcome = JSON.parse(stage.checkpoint('rewind', checkpoint[2] ?? '', '--yes', '--json'));
    expect('the session is a new one', outcome.session.id !== before, JSON.stringify(outcome));
    expect('the files are those of turn two', has(stage, 'turn-2.txt') && !has(stage, 'turn-3.txt'));
    expect('the transcript before is as it was', readFileSync(transcript).equals(bytes));
    stage.model.say({ text: 'REPLY-NEXT' });
    await play(stage, talk, { prompt: 'PROMPT-NEXT', session: outcome.session.id });
    expectTwoTurns(stage.model.requests.at(-1));
    const undone = stage.checkpoint('undo', '--yes');
    expect('undo brings the files of turn three back', has(stage, 'turn-3.txt'));
    expect('and names the conversation before', undone.includes(before), undone);
    expectQuiet(stage);
  });
}

/** Names of scenarios for each of the clients: `rewind-codex`. */
export function forEachTalk(
  name: string,
  play: (talk: Talk) => Promise<void>,
): Readonly<Record<string, () => Promise<void>>> {
  const talks = { claude: claudeTalk, codex: codexTalk, gemini: geminiTalk };
  return Object.fromEntries(Object.entries(talks).map(([client, talk]) => [`${name}-${client}`, () => play(talk)]));
}

/** Back to the second of three turns, and forth again. */
export const rewindScenarios = forEachTalk('rewind', rewound);
