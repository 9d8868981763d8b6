import * as assert from 'uvu/assert';
import { forms } from '../../../scripts/secrets/forms.ts';
import { missesOfForm, missesOfShape } from '../../../scripts/secrets/misses.ts';
import { shapes } from '../../../scripts/secrets/shapes.ts';
import { valueKinds } from '../../../scripts/secrets/values.ts';
import { redact } from '../../../src/redaction/redact.ts';
import { Random } from '../../support/random.ts';
import { describe } from '../../support/suite.ts';

const TRIES = 100;

describe('redaction of random values', (it) => {
  for (const form of forms) {
    it(`misses at most two of a hundred in ${form.name}`, () => {
      for (const [kind, make] of Object.entries(valueKinds)) {
        const { missed, example } = missesOfForm(form, make, TRIES);
        assert.ok(missed <= 0.02 * TRIES, `${kind}: ${missed} of ${TRIES}, ${example}`);
      }
    });
  }
});

describe('redaction of realistic texts', (it) => {
  for (const shape of shapes) {
    it(`hides the secret in ${shape.name}`, () => {
      const { missed, example } = missesOfShape(shape, 20);
      assert.ok(missed === 0, example);
    });
  }
});

describe('redacting what is redacted', (it) => {
  it('changes nothing, whatever form the secret had', () => {
    const random = new Random(11);
    for (const make of Object.values(valueKinds)) {
      for (const { write } of forms) expectSettled(write(make(random)));
    }
    for (const shape of shapes) expectSettled(shape.make(random).text);
  });
});

function expectSettled(text: string): void {
  const once = redact(text).text;
  assert.is(redact(once).text, once, text);
}
