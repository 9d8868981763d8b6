/**
 * Measures what storing the conversation adds to a save, with a transcript of 50 MB that was stored before: time beside the same save
 * without it, bytes in the object store for each turn, and memory. `npm run bench:conversation`, or with another size in MB as argument. Exits 1 above
 * a budget: 1.15 times the save without it, and 4 KB beside the compressed new records.
 */

import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { ClaudeTranscript } from '../test/support/claude-transcript.ts';
import { CLI } from '../test/support/run-cli.ts';
import { testRepo } from '../test/support/with-repo.ts';

const MEGABYTES = Number(process.argv[2] ?? 50);
const ROUNDS = 12;
const home = mkdtempSync(join(tmpdir(), 'gc-bench-conversation-'));
const repo = testRepo(home, join(home, 'repo'));
const transcript = join(home, '.claude', 'projects', 'bench', 'session-1.jsonl');

/** One turn: a prompt, a call with a few KB of output, an answer. No two are alike, as in life. */
function turn(number: number): string {
  const said = new ClaudeTranscript();
  const noise = Array.from(
    { length: 60 },
    (_, line) => `${number}.${line} ${Math.sin(number * 97 + line).toString(36)}`,
  );
  said.prompt(`Question ${number}: ${noise[0]}`);
  said.call(`call-${number}`, 'Bash', { command: `make test-${number}` });
  said.result(`call-${number}`, noise.join('\n'));
  said.say(`Answer ${number}: ${noise.at(-1)}`);
  return said.text;
}

interface Cost {
  readonly ms: number;
  readonly rss: number;
}

const save = (setting: string) => measure(setting, ['save', '-m', 'bench', '--transcript', transcript]);

function measure(setting: string, command: readonly string[]): Cost {
  const began = performance.now();
  const args = ['-f', '%M', process.execPath, CLI, ...command];
  const run = spawnSync('/usr/bin/time', args, {
    cwd: repo.root,
    env: { ...repo.env, GIT_CHECKPOINT_CONVERSATION: setting },
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(run.stderr || String(run.error));
  return { ms: performance.now() - began, rss: Number(run.stderr.trim().split('\n').at(-1)) };
}

const tell = (line: string) => process.stdout.write(`${line}\n`);
const median = (values: readonly number[]) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

/** What the conversation of the newest checkpoint brought, in bytes of the object store. */
function bytesSince(before: string, now: string): number {
  const objects = (commit: string) => repo.git('rev-list', '--objects', '--no-object-names', commit).split('\n');
  const known = new Set(objects(before));
  const fresh = objects(now)
    .filter((oid) => !known.has(oid))
    .join('\n');
  const sizes = spawnSync('git', ['cat-file', '--batch-check=%(objectsize:disk)'], {
    cwd: repo.root,
    env: repo.env,
    input: `${fresh}\n`,
    encoding: 'utf8',
  });
  return sizes.stdout
    .trim()
    .split('\n')
    .reduce((sum, size) => sum + Number(size), 0);
}

function newestConversation(): string {
  const number = Math.max(
    ...repo.git('for-each-ref', '--format=%(refname:lstrip=2)', 'refs/checkpoints').split('\n').map(Number),
  );
  return `refs/checkpoint-meta/conversation/${repo.git('rev-parse', `refs/checkpoints/${number}`)}`;
}

try {
  mkdirSync(repo.root);
  repo.git('init', '--quiet', '--initial-branch=main');
  repo.git('config', 'gc.auto', '0');
  for (let at = 0; at < 200; at += 1) repo.write(`src/file-${at}.ts`, `export const value = ${at};\n`);
  repo.commit('Begin');
  mkdirSync(join(transcript, '..'), { recursive: true });
  writeFileSync(transcript, '');
  let turns = 0;
  while (statSync(transcript).size < MEGABYTES * 1e6) {
    appendFileSync(transcript, Array.from({ length: 200 }, () => turn((turns += 1))).join(''));
  }
  const off = save('off');
  const first = save('local');
  tell(`transcript ${(statSync(transcript).size / 1e6).toFixed(1)} MB, ${turns} turns`);
  tell(
    `storing all of it the first time: ${Math.round(first.ms)} ms, ${Math.round(first.rss / 1024)} MB of memory; reading it for the analysis: ${Math.round(off.ms)} ms`,
  );
  const times: Record<string, number[]> = { off: [], local: [] };
  const extra: number[] = [];
  let memory = 0;
  let before = repo.git('rev-parse', newestConversation());
  let records = '';
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const setting of round % 2 === 0 ? ['off', 'local'] : ['local', 'off']) {
      const text = turn((turns += 1));
      records += text;
      appendFileSync(transcript, text);
      repo.write('src/file-0.ts', `export const value = ${turns};\n`);
      const { ms, rss } = save(setting);
      times[setting]?.push(ms);
      if (setting === 'off') continue;
      memory = Math.max(memory, rss);
      const now = repo.git('rev-parse', newestConversation());
      extra.push(bytesSince(before, now) - deflateSync(records, { level: 1 }).length);
      before = now;
      records = '';
    }
  }
  const [without, with_] = [median(times['off'] ?? []), median(times['local'] ?? [])];
  const most = Math.max(...extra);
  tell(
    `a save: ${with_.toFixed(0)} ms with, ${without.toFixed(0)} ms without: ${(with_ / without).toFixed(2)} times (budget 1.15)`,
  );
  tell(`a turn: ${Math.round(median(extra))} bytes, at most ${most}, beside its compressed records (budget 4096)`);
  tell(`memory of a save: ${Math.round(memory / 1024)} MB`);
  const remote = join(home, 'remote.git');
  repo.git('init', '--quiet', '--bare', '--initial-branch=main', remote);
  repo.git('remote', 'add', 'origin', remote);
  repo.git('push', '--quiet', 'origin', 'main');
  const plain = measure('local', ['push', 'origin']);
  const shared = measure('share', ['push', 'origin']);
  appendFileSync(transcript, turn((turns += 1)));
  save('share');
  const again = measure('share', ['push', 'origin']);
  const size = Number(/size-pack: (\d+)/.exec(repo.git('-C', remote, 'count-objects', '-v'))?.[1] ?? 0);
  tell(
    `sharing: the checkpoints alone ${Math.round(plain.ms)} ms; all of the conversations ${Math.round(shared.ms)} ms, ${Math.round(shared.rss / 1024)} MB of memory; one more turn ${Math.round(again.ms)} ms; ${size} KB there`,
  );
  process.exitCode = with_ / without <= 1.15 && most <= 4096 ? 0 : 1;
} finally {
  rmSync(home, { recursive: true, force: true });
}
