import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { mutate } from '../../../scripts/fuzz/mutate.ts';
import { seedsOf, targets } from '../../../scripts/fuzz/targets.ts';
import { Failure } from '../../../src/core/failure.ts';
import { removeFolder } from '../../../src/hooks/doctor/remove-folder.ts';
import { Random } from '../../support/random.ts';
import { describe } from '../../support/suite.ts';

describe('whatever reads what comes from elsewhere', (it) => {
  for (const target of targets) {
    it(`answers or refuses all kept and some mutated ${target.name}`, async () => {
      const folder = mkdtempSync(join(tmpdir(), 'git-checkpoint-fuzz-test-'));
      const seeds = seedsOf(target);
      const generator = new Random(7);
      const random = () => generator.next();
      const mutated = Array.from({ length: 20 }, (_, at) =>
        mutate(seeds[at % seeds.length] ?? Buffer.alloc(0), random, seeds),
      );
      try {
        assert.ok(seeds.length > 0);
        for (const input of [...seeds, ...mutated]) {
          await target.run(input, folder).catch((error: unknown) => {
            if (!(error instanceof Failure)) throw error;
          });
        }
      } finally {
        await removeFolder(folder);
      }
    });
  }
});
