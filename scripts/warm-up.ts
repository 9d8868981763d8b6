/**
 * Runs the built program through its usual commands in a scratch repository and leaves the code that V8 compiled on the way beside
 * it, so that the first start of a user is as quick as the second.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import { compiledName } from '../src/cli/compiled-name.ts';

const dist = resolve('dist');
const program = join(dist, 'program.cjs');
const scratch = mkdtempSync(join(tmpdir(), 'git-checkpoint-warm-up-'));
const repository = join(scratch, 'repository');
const writeOut = process.stdout.write.bind(process.stdout);
const writeError = process.stderr.write.bind(process.stderr);
const [home, started] = [process.env['HOME'], process.cwd()];
const git = (...args: string[]) => execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b', ...args]);

let round = 0;

/** Every kind of change, so that the code for each is met. */
function change(): void {
  round += 1;
  writeFileSync('edited.txt', `one\n${round}\n`);
  // A staged file takes another way; so each way is gone.
  if (round % 2 === 0) git('add', 'edited.txt');
  else git('reset', '--quiet');
  writeFileSync(`source/deep/new-${round}.ts`, `export const value = ${round};\n`);
}

/** Runs the program as the launcher does. */
async function run(script: Script, args: readonly string[]): Promise<void> {
  process.argv = [process.execPath, program, ...args];
  await script.runInThisContext()(createRequire(program)).finished;
  if (process.exitCode !== 0 && args[0] !== 'verify') throw new Error(`git checkpoint ${args.join(' ')} failed`);
}

function saveOne(args: readonly string[]): void {
  execFileSync(process.execPath, [join(dist, 'git-checkpoint.cjs'), 'save', ...args]);
}

/** An event as an agent tells it on standard input. */
function tell(name: string, more: object = {}): () => void {
  return () => {
    round += 1;
    const transcript = join(scratch, 'transcript.jsonl');
    const usage = { input_tokens: 90_000, output_tokens: 600 };
    writeFileSync(transcript, `${JSON.stringify({ type: 'assistant', uuid: 'a', message: { id: 'm', usage } })}\n`);
    const event = { hook_event_name: name, session_id: 'warm-up', prompt_id: `${round}`, cwd: repository };
    const text = JSON.stringify({ ...event, transcript_path: transcript, ...more });
    Object.defineProperty(process, 'stdin', { value: Readable.from([text]), configurable: true });
  };
}

interface Step {
  readonly before: () => unknown;
  readonly args: readonly string[];
}

const after = (before: Step['before'], ...args: string[]): Step => ({ before, args });
const words = ['--next', 'Edit edited.txt', '--decision', 'Use one line', '--task', 'Warm up'];
const tour: readonly Step[] = [
  after(change, 'save', '-m', 'Warm up', ...words),
  after(change, 'save'),
  after(change, 'list', '-n', '20'),
  after(change, 'show'),
  after(change, 'verify'),
  after(change, 'status'),
  after(change, 'resume'),
  // Those that come many times a session; a session's end may take the moment that compiling takes.
  after(tell('SessionStart', { source: 'startup' }), 'hook', 'claude-code', '--part', '1/2'),
  after(tell('UserPromptSubmit'), 'hook', 'claude-code'),
  after(tell('PostToolBatch'), 'hook', 'claude-code'),
  after(tell('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' } }), 'hook', 'claude-code'),
  after(tell('Stop'), 'hook', 'claude-code'),
];

try {
  process.env['HOME'] = scratch;
  git('init', '--quiet', repository);
  process.chdir(repository);
  mkdirSync('source/deep', { recursive: true });
  for (const name of ['edited.txt', 'gone.txt', 'source/same.ts']) writeFileSync(name, 'one\n');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'First');
  git('gc', '--quiet');
  rmSync('gone.txt');
  // A hook ends its process, come what may.
  process.exit = (() => undefined) as typeof process.exit;
  process.stdout.write = () => true;
  process.stderr.write = () => true;
  saveOne(words);
  const nameFor = ({ args }: Step) => compiledName(program, args);
  for (const compiled of new Set(tour.map(nameFor))) {
    // V8 takes two scripts of one name and text for the same.
    const filename = `${pathToFileURL(program).href}?${basename(compiled)}`;
    const script = new Script(readFileSync(program, 'latin1'), { filename });
    for (const { before, args } of tour.filter((step) => nameFor(step) === compiled)) {
      await before();
      await run(script, args);
    }
    writeFileSync(compiled, script.createCachedData());
  }
} finally {
  process.stdout.write = writeOut;
  process.stderr.write = writeError;
  process.exitCode = 0;
  process.chdir(started);
  if (home !== undefined) process.env['HOME'] = home;
  rmSync(scratch, { recursive: true, force: true });
}
