import { describe } from '../support/suite.ts';
import { compareEngines } from './compare-engines.ts';
import { histories } from './zoo-histories.ts';
import { layouts } from './zoo-layouts.ts';

describe('both engines', (it) => {
  for (const situation of [...histories, ...layouts]) it(`agree on ${situation.name}`, () => compareEngines(situation));
});
