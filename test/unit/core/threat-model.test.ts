import { existsSync, readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { describe } from '../../support/suite.ts';

const at = (path: string) => new URL(`../../../${path}`, import.meta.url);

describe('the threat model', (it) => {
  const rows = readFileSync(at('docs/threat-model.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---') && !line.startsWith('| attack'));

  it('names a test that exists for each promise', () => {
    assert.ok(rows.length > 15);
    for (const row of rows) {
      const tests = Array.from(row.matchAll(/`(test\/[^`]+)`/g), ([, path]) => path ?? '');
      assert.ok(tests.length > 0, row);
      for (const path of tests) assert.ok(existsSync(at(path)), path);
    }
  });

  it('is named by SECURITY.md, whose links lead somewhere', () => {
    const links = Array.from(
      readFileSync(at('SECURITY.md'), 'utf8').matchAll(/\]\(([^)]+)\)/g),
      ([, path]) => path ?? '',
    );
    assert.ok(links.includes('docs/threat-model.md'));
    for (const path of links) assert.ok(existsSync(at(path)), path);
  });
});
