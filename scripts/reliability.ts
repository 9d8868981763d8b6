/**
 * Does to the program what a bad day does, and writes what became of it into docs/reliability.md.
 *
 *   node --import tsx scripts/reliability.ts PART [NUMBER]
 *
 * PART: kills, faults, damage, gc, zombies or nested. NUMBER: how many kills, saves or rounds. Exit 1 when a promise did not hold. Needs `npm run build`;
 * `faults` and `zombies` need root, because they mount and unshare, and say so without it.
 */
import { damageEverything } from './reliability/damage.ts';
import { faultEveryCommand } from './reliability/faults.ts';
import { raceWithGc } from './reliability/gc-race.ts';
import { killSavesAndRestores } from './reliability/kills.ts';
import { restoreRandomTrees } from './reliability/random-trees.ts';
import { type Section, writeSection } from './reliability/section.ts';
import { countZombies } from './reliability/zombies.ts';

const parts: Readonly<Record<string, { readonly number: number; run(number: number): Promise<Section> }>> = {
  kills: { number: 100, run: killSavesAndRestores },
  faults: { number: 1, run: faultEveryCommand },
  damage: { number: 1, run: damageEverything },
  gc: { number: 840, run: raceWithGc },
  zombies: { number: 20, run: countZombies },
  nested: { number: 4, run: restoreRandomTrees },
};

const [name = '', given] = process.argv.slice(2);
const part = parts[name];
if (part === undefined) throw new Error(`which part? One of ${Object.keys(parts).join(', ')}`);
const number = given === undefined ? part.number : Number(given);
const section = await part.run(number);
writeSection(
  name,
  section,
  `node --import tsx scripts/reliability.ts ${name}${given === undefined ? '' : ` ${number}`}`,
);
for (const detail of new Set(section.details)) process.stderr.write(`${detail}\n`);
process.stdout.write(`${[section.head, ...section.rows].map((cells) => cells.join(' | ')).join('\n')}\n`);
process.exitCode = section.failed ? 1 : 0;
