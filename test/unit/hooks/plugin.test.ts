import { readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { pluginFiles } from '../../../scripts/plugin/files.ts';
import { VERSION } from '../../../src/core/version.ts';
import { describe } from '../../support/suite.ts';

const root = new URL('../../../', import.meta.url);

describe('the plugin', (it) => {
  for (const [path, text] of pluginFiles(VERSION)) {
    it(`has ${path} as the tables make it`, () => {
      assert.is(readFileSync(new URL(path, root), 'utf8'), text, 'run `npm run plugin`');
    });
    if (!/^---\n/.test(text)) continue;
    it(`heads ${path} with words that every reader of YAML understands`, () => {
      const head = parse(text.split('---\n')[1] ?? '');
      assert.type(head.description, 'string');
    });
  }
});
