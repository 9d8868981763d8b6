/**
 * Packs to be read by eye, of this build and of another, without their names: for each transcript below a directory one moment, and for it a
 * folder with the transcript until then and both packs, as `a.md` and `b.md` by the throw of a coin. Who reads scores both; `key.json`, to be opened afterwards, says which is which.
 * `node --import tsx scripts/blind-packs.ts DIR OUT --other PROGRAM [--seed N] [--moments N]`
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkpointThere } from './recall/checkpoint-there.ts';
import { limits } from './recall/options.ts';
import { PROGRAM } from './recall/repository-then.ts';
import { cuts, SHARES, transcriptFiles } from './recall/transcript.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    other: { type: 'string' },
    seed: { type: 'string', default: '1' },
    moments: { type: 'string', default: '1' },
  },
});
const [directory, out] = positionals;
if (directory === undefined || out === undefined || values.other === undefined) {
  process.stderr.write(
    'usage: node --import tsx scripts/blind-packs.ts DIR OUT --other PROGRAM [--seed N] [--moments N]\n',
  );
  process.exit(2);
}

const random = numbersFrom(Number(values.seed));
const other = resolve(values.other);
const key: Record<string, object> = {};
let count = 0;
for (const path of transcriptFiles(directory)) {
  for (const share of draw(SHARES, Number(values.moments))) {
    const name = String((count += 1)).padStart(2, '0');
    const [cut] = cuts(path, [share]);
    if (cut === undefined) continue;
    const programs = random() < 0.5 ? { a: PROGRAM, b: other } : { a: other, b: PROGRAM };
    const folder = join(out, name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `transcript.${cut.extension}`), cut.text);
    for (const [letter, program] of Object.entries(programs))
      writeFileSync(join(folder, `${letter}.md`), checkpointThere(cut, limits, program));
    key[name] = { transcript: basename(path), share, now: programs.a === PROGRAM ? 'a' : 'b' };
  }
}
writeFileSync(join(out, 'key.json'), `${JSON.stringify(key, undefined, 2)}\n`);

function draw<T>(from: readonly T[], wanted: number): T[] {
  const left = [...from];
  return Array.from({ length: Math.min(wanted, left.length) }, () =>
    left.splice(Math.floor(random() * left.length), 1),
  ).flat();
}

/** The same numbers for the same seed. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return (state % 100_000) / 100_000;
  };
}
