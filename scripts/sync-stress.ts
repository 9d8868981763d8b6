/**
 * Several clones save, drop, push and sync at random, all at once, and are killed at random instants. When all is quiet, a checker that knows
 * what was reported, and what the server's own log says, looks for anything lost, resurrected, renumbered or unequal.
 *
 *   node --import tsx scripts/sync-stress.ts [--clones 6] [--steps 60] [--seed 1] [--transport daemon|file|ssh|http]
 *       [--no-atomic] [--no-kills] [--broken tombstones|leases|naive-fetch]
 *
 * Exit 0: no violation; with --broken: the checker noticed. Needs `npm run build`.
 */
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { removeFolder } from '../src/hooks/doctor/remove-folder.ts';
import { type Breakage, breakages, brokenEnv, sabotage } from './sync-stress/broken.ts';
import { type History, violations } from './sync-stress/check.ts';
import { type Clone, checkpointsIn, git, runCheckpoint } from './sync-stress/command.ts';
import { CannotServe, serve, transports } from './sync-stress/server.ts';

const { values } = parseArgs({
  options: {
    clones: { type: 'string', default: '6' },
    steps: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    transport: { type: 'string', default: 'daemon' },
    broken: { type: 'string' },
    'no-atomic': { type: 'boolean', default: false },
    'no-kills': { type: 'boolean', default: false },
  },
});
const transport = transports.find((one) => one === values.transport);
const broken: Breakage | undefined = breakages.find((one) => one === values.broken);
if (transport === undefined || broken !== values.broken) throw new Error('unknown transport or breakage');

const base = realpathSync(mkdtempSync(join(tmpdir(), 'git-checkpoint-stress-')));
const history: History = { created: new Set(), doomed: new Set(), dropped: new Set() };
const counts = { saves: 0, drops: 0, keeps: 0, syncs: 0, pushes: 0, unpacked: 0, kills: 0, failures: 0 };
const attempts: number[] = [];
const failures: string[] = [];
/** How long a command takes here, so that kills fall anywhere in it, however busy the machine is. */
let usual = 500;

function randomFrom(seed: number): () => number {
  let state = seed * 2654435761;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function environment(name: string): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: base,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_CHECKPOINT_REMOTE: 'origin',
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: `${name}@example.com`,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: `${name}@example.com`,
  };
}

function makeRemote(audit: string): Clone {
  const remote = { name: 'remote', root: join(base, 'remote.git'), env: environment('remote') };
  mkdirSync(remote.root);
  git(remote, 'init', '--quiet', '--bare', '--initial-branch=main');
  git(remote, 'config', 'receive.advertiseAtomic', String(!values['no-atomic']));
  git(remote, 'config', 'http.receivepack', 'true');
  // A gc packs refs, which the audit log would show as new creations.
  git(remote, 'config', 'receive.autogc', 'false');
  writeFileSync(audit, '');
  const hook = join(remote.root, 'hooks', 'reference-transaction');
  writeFileSync(hook, `#!/bin/sh\n[ "$1" = committed ] && cat >> '${audit}'\nexit 0\n`);
  chmodSync(hook, 0o755);
  return remote;
}

function makeClone(name: string, url: string, env: Readonly<Record<string, string>>): Clone {
  const clone = { name, root: join(base, name), env: { ...environment(name), ...env } };
  mkdirSync(clone.root);
  git(clone, 'clone', '--quiet', url, '.');
  return clone;
}

/** One clone's life: one thing after another, each perhaps cut short. */
async function live(clone: Clone, random: () => number): Promise<void> {
  for (let step = 0; step < Number(values.steps); step += 1) {
    const killAfter = values['no-kills'] || random() > 0.3 ? undefined : random() * usual * 1.3;
    const dice = random();
    const here = [...checkpointsIn(clone)];
    const [number = 0, commit = ''] = here[Math.floor(random() * here.length)] ?? [];
    // As a gc of the user's does, at any time.
    if (random() < 0.15) packRefs(clone);
    const started = Date.now();
    let ran: Awaited<ReturnType<typeof runCheckpoint>>;
    if (dice < 0.5 || commit === '') {
      writeFileSync(join(clone.root, 'work.txt'), `${clone.name} ${step}\n`);
      ran = await runCheckpoint(clone, ['save', '--json', '-m', `${clone.name} ${step}`], killAfter);
      if (ran.status === 0 && ran.stdout.endsWith('}\n')) history.created.add(JSON.parse(ran.stdout).commit);
      counts.saves += 1;
    } else if (dice < 0.6) {
      history.doomed.add(commit);
      ran = await runCheckpoint(clone, ['drop', String(number)], killAfter);
      if (ran.status === 0) history.dropped.add(commit);
      counts.drops += 1;
    } else if (dice < 0.64) {
      ran = await runCheckpoint(clone, ['keep', String(number)], killAfter);
      counts.keeps += 1;
    } else {
      ran = await sync(clone, dice < 0.76 ? 'push' : 'sync', killAfter);
    }
    if (!ran.killed) usual += (Date.now() - started - usual) / 10;
    if (ran.killed) counts.kills += 1;
    else if (ran.status !== 0) {
      counts.failures += 1;
      failures.push(`${clone.name}, step ${step}: ${ran.stderr.trim()}`);
    }
  }
}

/** Packs the refs; a lock that a killed command left, or the next one holds, stands in its way. */
function packRefs(clone: Clone): void {
  try {
    git(clone, 'pack-refs', '--all');
  } catch {
    counts.unpacked += 1;
  }
}

async function sync(clone: Clone, way: 'push' | 'sync', killAfter?: number): ReturnType<typeof runCheckpoint> {
  sabotage(broken, clone);
  counts[way === 'push' ? 'pushes' : 'syncs'] += 1;
  const agreed = way === 'sync' ? ['--accept-drops'] : [];
  const ran = await runCheckpoint(clone, [way, '--json', ...agreed], killAfter);
  if (ran.status === 0) attempts.push(JSON.parse(ran.stdout).attempts);
  return ran;
}

async function run(): Promise<string[]> {
  const audit = join(base, 'audit');
  const remote = makeRemote(audit);
  const server = await serve(transport ?? 'daemon', base);
  try {
    const first = makeClone('clone-0', server.url, server.env);
    git(first, 'checkout', '--quiet', '-B', 'main');
    writeFileSync(join(first.root, 'readme.txt'), 'begin\n');
    git(first, 'add', '-A');
    git(first, 'commit', '--quiet', '-m', 'begin');
    git(first, 'push', '--quiet', 'origin', 'main');
    const env = { ...server.env, ...brokenEnv(broken, base) };
    const others = Array.from({ length: Number(values.clones) - 1 }, (_, at) =>
      makeClone(`clone-${at + 1}`, server.url, env),
    );
    const clones = [{ ...first, env: { ...first.env, ...env } }, ...others];
    await Promise.all(clones.map((clone, at) => live(clone, randomFrom(Number(values.seed) * 100 + at))));
    // Two rounds of quiet: the first brings everything together, the second brings it back to everybody.
    for (const clone of [...clones, ...clones]) {
      const ran = await sync(clone, 'sync');
      if (ran.status !== 0) process.stdout.write(`the last sync of ${clone.name} failed: ${ran.stderr}\n`);
    }
    return violations(remote, clones, { ...history, audit });
  } finally {
    server.stop();
  }
}

const started = Date.now();
try {
  const found = await run();
  attempts.sort((one, other) => one - other);
  const at = (share: number) => attempts[Math.min(attempts.length - 1, Math.floor(attempts.length * share))] ?? 0;
  const what = `${values.clones} clones over ${transport}${values['no-atomic'] ? ', not atomic' : ''}${broken ? `, broken ${broken}` : ''}, seed ${values.seed}`;
  const numbers = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
  process.stdout.write(`${what}: ${numbers.join(', ')}; attempts p50/p95/max ${at(0.5)}/${at(0.95)}/${at(1)}; `);
  process.stdout.write(`${Math.round((Date.now() - started) / 1000)} s; ${found.length} violations\n`);
  for (const failure of failures.slice(0, 5)) process.stdout.write(`  failed: ${failure}\n`);
  for (const violation of found.slice(0, 20)) process.stdout.write(`  ${violation}\n`);
  process.exitCode = found.length > 0 === (broken !== undefined) ? 0 : 1;
  if (process.exitCode === 0) await removeFolder(base);
  else process.stdout.write(`everything is kept in ${base}\n`);
} catch (error) {
  // The other clones may still be at work: what they left tells what happened.
  if (!(error instanceof CannotServe)) throw error;
  await removeFolder(base);
  process.stdout.write(`skipped: ${transport} cannot be served here: ${error.message}\n`);
}
