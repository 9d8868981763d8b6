import { readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { buildPack } from '../../../../src/resume/pack/pack.ts';
import { packSituations } from '../../../support/pack-situations.ts';
import { describe } from '../../../support/suite.ts';

describe('golden packs', (it) => {
  for (const { name, input, limits } of packSituations()) {
    it(`reads as it did: ${name}`, () => {
      const golden = readFileSync(`fixtures/packs/${name}.${input.format === 'md' ? 'md' : 'txt'}`, 'utf8');
      assert.is(buildPack(input, limits).text, golden);
    });
  }
});
