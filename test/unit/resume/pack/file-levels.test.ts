import { structuredPatch } from 'diff';
import * as assert from 'uvu/assert';
import { fileLevels } from '../../../../src/resume/pack/file-levels.ts';
import { fileHunks, narrowed, stretchesBetween } from '../../../../src/resume/pack/hunks.ts';
import { languageOf } from '../../../../src/resume/pack/language-of.ts';
import { costOf } from '../../../../src/resume/pack/level.ts';
import { outline } from '../../../../src/resume/pack/outline.ts';
import { isWiring } from '../../../../src/resume/pack/wiring.ts';
import { Random } from '../../../support/random.ts';
import { describe } from '../../../support/suite.ts';

const source = (body: string) =>
  `class Store {\n  read(path: string): string {\n${'    // a line\n'.repeat(12)}    ${body}\n  }\n}\n`;
const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`).join('\n');

const changed = (before: string, after: string, path = 'a.ts') =>
  ({ path, status: 'modified', binary: false, before, after }) as const;

describe('fileHunks', (it) => {
  it('names the function around a change', () => {
    const hunks = fileHunks(changed(source('return 1;'), source('return 2;')), 1);
    assert.is(
      hunks?.[0]?.text,
      '@@ -14,3 +14,3 @@ read(path: string): string {\n     // a line\n-    return 1;\n+    return 2;\n   }',
    );
    assert.is(hunks?.[0]?.changedLines, 2);
  });

  it('names the heading in Markdown', () => {
    const hunks = fileHunks(changed('# A\n\n## B\n\nold\n', '# A\n\n## B\n\nnew\n', 'a.md'));
    assert.match(hunks?.[0]?.text ?? '', /@@ ## B\n/);
  });

  it('cuts giant lines', () => {
    const [hunk] = fileHunks(changed('', `${'x'.repeat(9000)}\n`)) ?? [];
    assert.ok((hunk?.text.length ?? 0) < 400);
    assert.match(hunk?.text ?? '', '9000 characters');
  });

  it('gives up on texts that share nothing', () => {
    assert.is(fileHunks(changed(lines(9000), lines(9000).replaceAll('line', 'row'))), undefined);
  });

  it('has with one line around what a comparison with one line would find', () => {
    const random = new Random(41);
    const text = () => Array.from({ length: random.below(40) }, () => `${random.pick(['a', 'b', 'c'])}\n`).join('');
    for (let round = 0; round < 300; round += 1) {
      const [before, after] = [text(), text()];
      const expected = structuredPatch('', '', before, after, '', '', { context: 1 }).hunks;
      assert.equal(
        stretchesBetween(before, after)?.flatMap(narrowed),
        expected.map(({ oldStart, newStart, lines }) => ({ oldStart, newStart, lines })),
        JSON.stringify([before, after]),
      );
    }
  });
});

describe('outline', (it) => {
  it('finds what has a name, in the languages people use', () => {
    const named = [
      ['ts', 'export async function load(path: string) {'],
      ['ts', 'export const save = async (path: string) => {'],
      ['ts', '  private read(path: string): string {'],
      ['python', 'def load(path):'],
      ['python', 'class Store(Base):'],
      ['go', 'func (s *Store) Load(path string) error {'],
      ['rust', 'pub(crate) fn load(path: &Path) -> Result<()> {'],
      ['java', '    public static void main(String[] args) {'],
      ['markdown', '## Usage'],
      ['sql', 'CREATE TABLE IF NOT EXISTS a (id int);'],
      ['yaml', 'jobs:'],
      ['css', '.card > a {'],
    ] as const;
    for (const [language, line] of named) assert.is(outline(line, language).length, 1, line);
  });

  it('does not take statements for declarations', () => {
    for (const line of ['  if (ready) {', '  return load(path);', '  } else {', '  for (const a of b) {']) {
      assert.is(outline(line, 'ts').length, 0, line);
    }
  });
});

describe('fileLevels', (it) => {
  const measure = (entry: string) => costOf(entry);
  const file = (before: string | undefined, after: string) =>
    ({
      path: 'src/store.ts',
      status: 'modified',
      binary: false,
      size: after.length,
      after,
      ...(before === undefined ? {} : { before }),
    }) as const;

  const many = (body: string) =>
    [1, 2, 3, 4].map((at) => `class Store${at} {\n${'  // a line\n'.repeat(9)}${body}\n}\n`).join('');

  it('shows of a changed file its outline or its changes, and never the whole beside them', () => {
    const names = fileLevels(file(many('  a = 1;'), many('  a = 2;')), 10, measure).map((level) => level.name);
    assert.equal([...new Set(names)].sort(), ['1 of 4 changes', '2 of 4 changes', 'changes', 'outline']);
    assert.equal(
      fileLevels(file(undefined, many('  a = 1;')), 10, measure).map((level) => level.name),
      ['outline', 'whole'],
    );
  });

  it('has no outline of a few names', () => {
    const names = fileLevels(file(source('return 1;'), source('return 2;')), 10, measure).map((level) => level.name);
    assert.equal([...new Set(names)], ['changes']);
  });

  it('values more where it shows more', () => {
    const levels = fileLevels(file(many('  a = 1;'), many('  a = 2;')), 10, measure);
    const value = (name: string) =>
      Math.max(...levels.filter((level) => level.name === name).map((level) => level.value));
    assert.ok(value('outline') < value('1 of 4 changes') && value('1 of 4 changes') < value('changes'));
  });

  it('never shows a minified or a giant file whole', () => {
    assert.equal(fileLevels(file(undefined, 'x=1;'.repeat(2000)), 10, measure), []);
    assert.equal(fileLevels(file(undefined, lines(9000)), 10, measure), []);
  });

  it('shows nothing of binary and deleted files', () => {
    assert.equal(fileLevels({ path: 'a.png', status: 'added', binary: true, size: 9 }, 10, measure), []);
  });

  it('uses the fence of the language', () => {
    assert.is(languageOf('src/constructor'), '');
    assert.match(fileLevels(file(undefined, 'const a = 1;\n'), 10, measure)[0]?.entries[0] ?? '', '```ts\n');
    assert.equal(['a.PY', 'x/Makefile', 'a.unknown', 'noext', 'a.constructor'].map(languageOf), [
      'python',
      'makefile',
      '',
      '',
      '',
    ]);
  });
});

describe('some changes of a file', (it) => {
  const before = ["import { a } from './a.ts';", ...lines(30).split('\n'), 'last();'].join('\n');
  const after = [
    "import { a, b } from './a.ts';",
    ...lines(30).split('\n'),
    'first();',
    'second();',
    'third();',
    'last();',
  ].join('\n');
  const measure = (entry: string) => costOf(entry);

  it('are the largest, not the first', () => {
    const levels = fileLevels(changed(before, after), 40, measure);
    const one = levels.find(({ name }) => name === '1 of 2 changes');
    assert.match(one?.entries[0] ?? '', /the largest 1 of 2 changes:/);
    assert.match(one?.entries[0] ?? '', '+second();');
    assert.not.match(one?.entries[0] ?? '', '+import');
  });

  it('are worth little where they only bring something in', () => {
    const [hunk] =
      fileHunks(changed('use a::B;\nfn x() {}\n', 'use a::{\n    B,\n    C,\n};\nfn x() {}\n', 'a.rs')) ?? [];
    assert.ok(hunk && isWiring(hunk));
    const [other] = fileHunks(changed('use a::B;\nlet x = 1;\n', 'use a::B;\nlet x = 2;\n', 'a.rs')) ?? [];
    assert.not.ok(other && isWiring(other));
  });
});
