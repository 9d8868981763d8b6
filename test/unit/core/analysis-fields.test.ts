import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import * as assert from 'uvu/assert';
import { analysisFields } from '../../../src/core/analysis-fields.ts';
import type { Places } from '../../support/places-of-fields.ts';
import { describe } from '../../support/suite.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** What each place that goes by the table makes of its rows, in a process of its own: the table may be longer there. */
function placesWith(more: readonly object[]): Places {
  const script = `${root}test/support/places-of-fields.ts`;
  const output = execFileSync(process.execPath, ['--import', 'tsx', script, JSON.stringify(more)], {
    cwd: root,
    encoding: 'utf8',
  });
  return JSON.parse(output);
}

describe('the table of the analysis', (it) => {
  it('has each name, rank and flag once', () => {
    for (const of of [
      analysisFields.map(({ name }) => name),
      analysisFields.map(({ rank }) => rank),
      analysisFields.flatMap(({ flag }) => flag?.name ?? []),
    ])
      assert.is(new Set<unknown>(of).size, of.length);
  });

  it('is what every other place goes by, also for a field that is added to it', () => {
    const common = { bound: { count: 5, length: 100 }, mustKeep: true, compared: true, compaction: 'Hunch' };
    const hunches = {
      ...common,
      name: 'hunches',
      kind: 'list',
      title: 'Hunches so far',
      markdown: { level: 3, optional: true },
      flag: { name: 'hunch', about: 'A hunch' },
      input: 'What you suspect',
      model: 'what may be true.',
      rank: 55,
      pack: { value: 5, urgency: 5 },
    };
    const mood = {
      ...hunches,
      name: 'mood',
      kind: 'text',
      title: 'Mood',
      flag: { name: 'mood', about: 'A' },
      rank: 56,
    };
    const places = placesWith([hunches, mood]);
    assert.equal(Object.keys(places).sort(), [
      'checker',
      'command line',
      'commit message',
      'compaction',
      'compared',
      'markdown',
      'mcp input',
      'mcp output',
      'model',
      'note schema',
      'pack',
      'redactor',
      'show',
    ]);
    const missing = Object.entries(places).flatMap(([place, fields]) =>
      Object.entries(fields).flatMap(([field, isThere]) => (isThere ? [] : [`${field} in ${place}`])),
    );
    assert.equal(missing, []);
    for (const [place, fields] of Object.entries(places))
      assert.ok('hunches' in fields && 'mood' in fields, `${place} does not know the new fields`);
  });
});
