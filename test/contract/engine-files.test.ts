import { describe } from '../support/suite.ts';
import { compareEngines } from './compare-engines.ts';
import { contents } from './zoo-contents.ts';
import { names } from './zoo-names.ts';

describe('both engines', (it) => {
  for (const situation of [...contents, ...names]) it(`agree on ${situation.name}`, () => compareEngines(situation));
});
