import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as assert from 'uvu/assert';
import { describe } from '../support/suite.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** The rows of docs/seeds.md, without the heads of its tables. */
const rows = read('docs/seeds.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (?:criterion|setting|type or field|dialogue|---)/.test(line))
  .map((line) => line.slice(2, -2).split(' | '));

describe('docs/seeds.md', (it) => {
  it('has a state and a test in every row', () => {
    const wrong = rows.filter(
      ([, state = '', held = '', ...more]) =>
        more.length > 0 ||
        state === '' ||
        !/^(?:`test\/[\w/.-]+\.test\.ts`: .+|e2e [\w-]+|`npm run [\w:]+`)$/.test(held),
    );
    assert.equal(wrong, []);
    assert.ok(rows.length > 90);
  });

  it('names tests that exist, by their titles', () => {
    const missing = rows.flatMap(([, , held = '']) => {
      const [, path = '', title = ''] = /^`(.+?)`: (.+)$/.exec(held) ?? [];
      if (path === '') return [];
      const quoted = [`'${title}'`, `"${title}"`, `\`${title}\``];
      return existsSync(join(root, path)) && quoted.some((text) => read(path).includes(`it(${text}`)) ? [] : [held];
    });
    assert.equal(missing, []);
  });

  it('names scripts that can be run', () => {
    const { scripts } = JSON.parse(read('package.json'));
    const named = rows.flatMap(([, , held = '']) => /^`npm run ([\w:]+)`$/.exec(held)?.[1] ?? []);
    assert.equal(
      named.filter((name) => !(name in scripts)),
      [],
    );
    assert.ok(named.length > 0);
  });

  it('names scenarios that can be played', () => {
    const sources = ['scripts/e2e/scenarios/table.ts', 'scripts/e2e/scenarios/dialogues.ts'].map(read).join('\n');
    const missing = rows.flatMap(([, , held = '']) => {
      const name = /^e2e ([\w-]+)$/.exec(held)?.[1];
      return name === undefined || new RegExp(`^ {2}'?${name}'?[:,]`, 'm').test(sources) ? [] : [name];
    });
    assert.equal(missing, []);
  });
});
