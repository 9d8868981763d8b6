/** Writes the golden packs anew; read the difference before you commit it. */
import { writeFileSync } from 'node:fs';
import { buildPack } from '../src/resume/pack/pack.ts';
import { packSituations } from '../test/support/pack-situations.ts';

for (const { name, input, limits } of packSituations()) {
  writeFileSync(`fixtures/packs/${name}.${input.format === 'md' ? 'md' : 'txt'}`, buildPack(input, limits).text);
}
