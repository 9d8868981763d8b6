import { describe } from '../support/suite.ts';
import { compareEngines } from './compare-engines.ts';
import { rules } from './zoo-rules.ts';

describe('both engines', (it) => {
  for (const situation of rules) it(`agree on ${situation.name}`, () => compareEngines(situation));
});
