/**
 * Plays whole sessions with the real clients, installed from the registry into a folder for temporary files, against a scripted model on
 * this machine, and checks what reached the model. Arguments are names of scenarios or of agents; `--jobs N` says how many are played at
 * once. What cannot be played is skipped and said so; what fails is played once more alone, and is flaky when it goes well then.
 */

import { isInMatrix } from './docs/agents-matrix.ts';
import { addResults } from './e2e/results.ts';
import { readArguments } from './e2e/run/arguments.ts';
import { Player } from './e2e/run/player.ts';
import { type Outcome, type Played, playAll } from './e2e/run/schedule.ts';
import { alone, scenarios } from './e2e/scenarios/table.ts';

const all = Object.keys(scenarios);
const { jobs, names, unknown } = readArguments(process.argv.slice(2), all);
if (unknown.length > 0) {
  process.stdout.write(`no scenario ${unknown.join(', ')}; there are ${all.join(', ')}\n`);
  process.exit(2);
}

const words = { ok: 'ok  ', flaky: 'flaky', failed: 'FAIL', skipped: 'SKIP' };
const inWords = (seconds: number) =>
  seconds < 100 ? `${seconds.toFixed(0)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;

/** Writes down at once what is known: a run may be stopped. */
function note(outcomes: readonly (readonly [string, Outcome])[]): void {
  const shown = outcomes.filter(([name]) => isInMatrix(name));
  addResults(Object.fromEntries(shown.map(([name, outcome]) => [name, outcome === 'flaky' ? 'ok' : outcome])));
}

function ended({ name, outcome, output, seconds }: Played): void {
  // What failed may go well when it is played again.
  if (outcome !== 'failed') note([[name, outcome]]);
  process.stdout.write(`---- ${name}\n${output}${words[outcome]} ${name} (${inWords(seconds)})\n`);
}

const began = performance.now();
const pool = Array.from({ length: Math.min(jobs, names.length) }, () => new Player());
const players = pool.map((player) => (name: string) => player.play(name));
const outcomes = await playAll(names, { players, isAlone: (name) => alone.has(name), ended });
for (const player of pool) player.end();
note([...outcomes]);
const named = (wanted: string) => names.filter((name) => outcomes.get(name) === wanted);
for (const outcome of ['skipped', 'flaky', 'failed'] as const) {
  for (const name of named(outcome)) process.stdout.write(`${words[outcome]} ${name}\n`);
}
const counts = (['ok', 'flaky', 'failed', 'skipped'] as const).map((outcome) => `${named(outcome).length} ${outcome}`);
process.stdout.write(`${counts.join(', ')} in ${inWords((performance.now() - began) / 1000)}\n`);
process.exitCode = named('failed').length === 0 ? 0 : 1;
