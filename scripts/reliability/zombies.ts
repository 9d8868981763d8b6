import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeVictim, PROGRAM, write } from './repository.ts';
import type { Section } from './section.ts';

/** Stands for PID 1 of a container: it waits for the commands that it starts, and reaps no orphan. */
const PID_ONE = `
const { spawnSync } = require('node:child_process');
const { readdirSync, readFileSync, writeFileSync } = require('node:fs');
const [program, times, ...args] = process.argv.slice(1);
for (let at = 0; at < Number(times); at += 1) {
  writeFileSync('a', 'turn ' + at + args[0]);
  spawnSync(process.execPath, [program, ...args], { stdio: ['pipe', 'ignore', 'ignore'], input: JSON.stringify({
    session_id: 's', hook_event_name: 'Stop', prompt_id: String(at), cwd: process.cwd() }) });
}
setTimeout(() => {
  const states = readdirSync('/proc').filter((name) => /^\\d+$/.test(name) && name !== '1').map((name) => {
    try { return readFileSync('/proc/' + name + '/stat', 'utf8').replace(/^.*\\) /, '')[0]; } catch { return ''; }
  });
  console.log(states.filter((state) => state === 'Z').length, states.filter((state) => state !== 'Z' && state !== '').length);
}, 3000);
`;

const commands = [['save', '-m', 'x'], ['resume'], ['verify'], ['list'], ['status'], ['hook', 'claude-code']];

/** Counts the processes that commands leave behind where nobody reaps them. */
export async function countZombies(times: number): Promise<Section> {
  const victim = makeVictim();
  write(victim, 'a', 'changed\n');
  const rows = commands.map((args) => {
    const unshared = [
      '--pid',
      '--fork',
      '--mount-proc',
      process.execPath,
      '-e',
      PID_ONE,
      PROGRAM,
      String(times),
      ...args,
    ];
    const run = spawnSync('unshare', unshared, { cwd: victim.root, env: victim.env, encoding: 'utf8' });
    const [zombies = run.stderr.split('\n')[0] ?? 'not run', living = ''] = run.stdout.trim().split(' ');
    return [args[0] ?? '', String(times), run.status === 0 ? zombies : 'skipped: no unshare here', living];
  });
  rmSync(dirname(victim.root), { recursive: true, force: true });
  return {
    title: 'Processes left behind in a container whose PID 1 does not reap',
    about:
      'Three seconds after the last command. `hook` is the end of a turn: its save outlives it, and only PID 1 could reap that; an init (`docker run --init`) does. Where eight of them lie there already, the hook waits for its save, at most three seconds, and reaps it.',
    head: ['command', 'runs', 'zombies', 'still running'],
    rows,
    failed: rows.some(([command, , zombies]) => Number(zombies) > (command === 'hook' ? 16 : 0)),
  };
}
