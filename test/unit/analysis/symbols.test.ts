import * as assert from 'uvu/assert';
import { compareSymbols, describeSymbols } from '../../../src/analysis/symbols.ts';
import { describe } from '../../support/suite.ts';

const told = (path: string, before: string, after: string) => describeSymbols(compareSymbols(before, after, path));

describe('symbols of a change', (it) => {
  it('are told for Go, methods by their name', () => {
    const before = 'package a\n\nfunc Old() {\n\tx()\n}\n\nfunc (c *Conn) Close() error {\n\treturn nil\n}\n';
    const after =
      'package a\n\nfunc (c *Conn) Close() error {\n\treturn c.end()\n}\n\ntype Result struct {\n\tName string\n}\n';
    assert.is(told('a.go', before, after), 'adds Result; changes Close; removes Old');
  });

  it('are told for TypeScript, arrow functions and methods too', () => {
    const before = 'export class Store {\n  read(id: string) {\n    return id;\n  }\n}\n';
    const after =
      'export class Store {\n  read(id: string) {\n    return load(id);\n  }\n}\n\nexport const load = (id: string) => id;\n';
    assert.is(told('a.ts', before, after), 'adds load; changes read');
  });

  it('are told for Python', () => {
    assert.is(
      told(
        'a.py',
        'def parse(text):\n    return text\n',
        'async def fetch(url):\n    pass\n\ndef parse(text):\n    return text\n',
      ),
      'adds fetch',
    );
  });

  it('are no calls that take a function', () => {
    const call = (text: string) => `{\n  ${text}\n  }\n}\n`;
    assert.is(told('a_test.go', '', call('RunForAll(t, func(t *testing.T, name string) {')), '');
    assert.is(told('a.kt', '', call('launch(scope) {')), '');
    assert.is(told('a.ts', '', call('describeAll(names, function (name) {')), '');
    assert.is(told('a.ts', '', call('measure(name) {')), 'adds measure');
  });

  it('are headings in Markdown', () => {
    assert.is(
      told('a.md', '# Guide\n\nOne.\n', '# Guide\n\nTwo.\n\n## Setup\n\nRun it.\n'),
      'adds Setup; changes Guide',
    );
  });

  it('are the words of a heading, without the badges behind them', () => {
    const badge = '# Bootstrap <Badge type="warning" text="experimental" />';
    assert.is(told('a.md', `${badge}\n\nOne.\n`, '# Bootstrap {#start}\n\nOne.\n'), 'changes Bootstrap');
  });

  it('are none where only what belongs to nobody changed', () => {
    assert.is(
      told(
        'a.ts',
        "import a from 'a';\nfunction run() {\n  a();\n}\n",
        "import a from 'b';\nfunction run() {\n  a();\n}\n",
      ),
      '',
    );
    assert.is(told('a.go', 'func Run() {\n\tx()\n}\n', 'func Run() {\n    x()\n}\n'), '');
  });

  it('are counted when there are many', () => {
    const after = ['one', 'two', 'three', 'four', 'five', 'six'].map((name) => `function ${name}() {}\n`).join('');
    assert.is(told('a.js', '', after), 'adds one, two, three, four and 2 more');
  });
});

describe('a name that is declared twice', (it) => {
  const block = '## Setup\n\nRun it.\n\n';

  it('is not changed when one of two equal ones goes', () => {
    assert.is(told('a.md', `${block}## Use\n\nPress.\n\n${block}`, `${block}## Use\n\nPress.\n`), '');
    assert.is(told('a.md', `${block}${block}`, `${block}## Setup\n\nRun it twice.\n`), 'changes Setup');
  });

  it('removes no name that is still there in another form', () => {
    const before = 'class Store {\n  getContent(id: string): Promise<string> {\n    return read(id);\n  }\n}\n';
    const after =
      'class Store {\n  getContent(\n    id: string,\n  ): Promise<string> {\n    return read(id);\n  }\n}\n';
    assert.not.match(told('store.ts', before, after), 'removes');
  });

  it('are whole in PowerShell, and headings without commas in Markdown', () => {
    assert.is(told('a.ps1', '', 'function Get-Verdict {\n}\n'), 'adds Get-Verdict');
    assert.is(told('a.md', '', '# Prices\n\n## What, and why\n'), 'adds Prices');
  });
});
