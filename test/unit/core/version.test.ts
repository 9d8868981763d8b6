import { existsSync, readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { withSettings } from '../../../scripts/docs/settings-table.ts';
import { settings } from '../../../src/config/settings.ts';
import { VERSION } from '../../../src/core/version.ts';
import { describe } from '../../support/suite.ts';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

describe('what the repository says of itself', (it) => {
  it('has one version', () => assert.is(VERSION, JSON.parse(read('package.json')).version));

  it('names only paths that exist', () => {
    for (const document of ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'AGENTS.md']) {
      const paths = [
        ...Array.from(read(document).matchAll(/\]\(((?!https?:)[^)#]+)\)/g), ([, path]) => path ?? ''),
        ...Array.from(
          read(document).matchAll(/`((?:src|test|scripts|docs|fixtures)\/[\w./-]+)`/g),
          ([, path]) => path ?? '',
        ),
      ];
      for (const path of paths)
        assert.ok(existsSync(new URL(`../../../${path}`, import.meta.url)), `${document}: ${path}`);
    }
  });

  it('documents every setting under all its names', () => {
    const page = read('docs/settings.md');
    for (const { git, file, env } of settings)
      for (const name of [`checkpoint.${git}`, file, ...env]) assert.ok(page.includes(`\`${name}\``), name);
  });

  it('says of every setting what the table says', () =>
    assert.is(read('docs/settings.md'), withSettings(read('docs/settings.md'))));

  it('names no package registry in its lock file', () => assert.not.match(read('package-lock.json'), /"resolved"/));
});
