import * as assert from 'uvu/assert';
import { fileLevels } from '../../../src/resume/file-levels.ts';
import { hunksBetween } from '../../../src/resume/hunks.ts';
import { languageOf } from '../../../src/resume/language-of.ts';
import { costOf } from '../../../src/resume/level.ts';
import { outline } from '../../../src/resume/outline.ts';
import { describe } from '../../support/suite.ts';

const source = (body: string) =>
  `class Store {\n  read(path: string): string {\n${'    // a line\n'.repeat(12)}    ${body}\n  }\n}\n`;
const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`).join('\n');

describe('hunksBetween', (it) => {
  it('names the function around a change', () => {
    const hunks = hunksBetween(source('return 1;'), source('return 2;'), { context: 1, language: 'ts' });
    assert.is(
      hunks?.[0]?.text,
      '@@ -14,3 +14,3 @@ read(path: string): string {\n     // a line\n-    return 1;\n+    return 2;\n   }',
    );
    assert.is(hunks?.[0]?.changedLines, 2);
  });

  it('names the heading in Markdown', () => {
    const hunks = hunksBetween('# A\n\n## B\n\nold\n', '# A\n\n## B\n\nnew\n', { context: 0, language: 'markdown' });
    assert.match(hunks?.[0]?.text ?? '', /@@ ## B\n/);
  });

  it('cuts giant lines', () => {
    const [hunk] = hunksBetween('', `${'x'.repeat(9000)}\n`, { context: 3, language: '' }) ?? [];
    assert.ok((hunk?.text.length ?? 0) < 400);
    assert.match(hunk?.text ?? '', '9000 characters');
  });

  it('gives up on texts that share nothing', () => {
    const other = lines(9000).replaceAll('line', 'row');
    assert.is(hunksBetween(lines(9000), other, { context: 3, language: '' }), undefined);
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

  it('goes from outline over changes to the whole and both', () => {
    const names = fileLevels(file(source('return 1;'), source('return 2;')), 10, measure).map((level) => level.name);
    assert.equal([...new Set(names)], ['outline', 'changes', 'whole', 'whole and changes']);
  });

  it('values more where it shows more', () => {
    const levels = fileLevels(file(source('return 1;'), source('return 2;')), 10, measure);
    const value = (name: string) =>
      Math.max(...levels.filter((level) => level.name === name).map((level) => level.value));
    assert.ok(
      value('outline') < value('changes') &&
        value('changes') < value('whole') &&
        value('whole') < value('whole and changes'),
    );
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
