import * as assert from 'uvu/assert';
import { analyzeSession } from '../../../src/analysis/analyze.ts';
import type { Turn } from '../../../src/core/session.ts';
import { edited, ran, read, sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const found = (...turns: readonly Turn[]) =>
  analyzeSession({ session: sessionOf(turns), changes: [] }).analysis.findings;
const open = (prompt: string, ...steps: Parameters<typeof turnOf>[1][]): Turn => ({
  ...turnOf(prompt, ...steps),
  outcome: 'open',
});

describe('a cause that was found', (it) => {
  it('is told with what follows it, and without what the agent does next', () => {
    const said =
      'Found it. `LAMP_URL` defaults to `http://hall:80`. But the lamp hangs in the yard at `http://yard:81`. Let me look.';
    assert.equal(found(open('Why is it dark?', read('lamp.ts'), said)), [
      'Cause: `LAMP_URL` defaults to `http://hall:80`. But the lamp hangs in the yard at `http://yard:81`.',
    ]);
  });

  it('takes the place of what was guessed on the way', () => {
    const guess = 'The lamp fails because there is no bulb in `lamp.ts` for the new hall.';
    const cause = 'The root cause is that `lamp.ts` asks the hall at port 80, not at port 81.';
    assert.equal(found(open('Why is it dark?', guess, read('lamp.ts'), cause)), [
      'Cause: `lamp.ts` asks the hall at port 80, not at port 81.',
    ]);
    assert.equal(found(open('Why is it dark?', guess, read('lamp.ts'))), [guess]);
  });

  it('is told with the line that was shown for it, and with the error that it points at', () => {
    const said =
      'Found the problem. The lamp says each second:\n```\n403 no leave to shine\n```\nThe key is for looking only.';
    const [text = ''] = found(turnOf('Why is it dark?', said), turnOf('And the door?', 'The door is shut.'));
    assert.match(text, 'Cause: The lamp says each second: `403 no leave to shine`');
    const pointed = "That's the issue — the lamp runs inside another lamp here. The hall must unset that name.";
    assert.equal(found(open('Go on', ran('lamp', 'Error: LAMP cannot run inside LAMP', 1), pointed)), [
      'Cause of `Error: LAMP cannot run inside LAMP`: the lamp runs inside another lamp here. The hall must unset that name.',
    ]);
  });

  it('is over when the turn that found it mended it', () => {
    const said = 'Found it. `LAMP_URL` defaults to the wrong hall for every lamp in the yard.';
    const fixed = turnOf('Why is it dark?', said, edited('lamp.ts'), 'Mended the address.');
    assert.equal(
      found(fixed, turnOf('Thanks, now the door', 'Ok.')).filter((text) => text.startsWith('Cause')),
      [],
    );
  });
});

describe('no finding', (it) => {
  it('is half a sentence, a label, a step or how a check went', () => {
    for (const said of [
      'If the first lamp of `hall.ts` is lit, I’ll go on to the second one right away.',
      'Important distinction: this holds for `lamp-hall` / `lamp-yard`.',
      'Step 3: Light the lamp in `hall.ts` when the door is shut.',
      'The build completed cleanly and the `lamp` guide is at hand now.',
      '✓ The changes of `hall.ts` have been committed and pushed.',
    ])
      assert.equal(found(open('Go on', said, read('hall.ts'))), [], said);
    assert.equal(
      found(open('Go on', 'Since the lamp only works in the `yard` of the old house, I’ll move it.', read('hall.ts'))),
      ['The lamp only works in the `yard` of the old house.'],
    );
  });
});

describe('what something does not do', (it) => {
  it('is a finding although it currently does not, what lacks something is none once that was put in', () => {
    const turns = (said: string) => [
      turnOf('Look', said, read('hall.ts')),
      open('Go on', edited('yard.ts', 'the `bell-rope` of the yard'), 'Now the next one'),
    ];
    const lasting = 'The `lamp-post` doesn’t currently read `hall_paths` at all, it only uses what the yard has.';
    assert.equal(found(...turns(lasting)), [lasting]);
    assert.equal(found(...turns('The new yard of the house has no `bell-rope` and no `bell-post` at all.')), []);
  });
});
