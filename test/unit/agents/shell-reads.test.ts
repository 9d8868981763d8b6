import * as assert from 'uvu/assert';
import { readsOfCommand } from '../../../src/agents/shell-reads.ts';
import { describe } from '../../support/suite.ts';

const reads = (line: string, directory?: string) =>
  readsOfCommand(line, directory).map(({ path, lines = 'all' }) => `${path} ${lines}`);

describe('a shell line that shows files', (it) => {
  it('reads them, with the lines that it asks for', () => {
    const expected: readonly [string, readonly string[]][] = [
      [`nl -ba src/a.ts | sed -n '1,200p'`, ['src/a.ts 1-200']],
      [`cat -n src/a.ts`, ['src/a.ts all']],
      [`nl -b a -v 10 src/a.ts`, ['src/a.ts all']],
      [`sed -n '10,40p' src/a.ts`, ['src/a.ts 10-40']],
      [`sed -n -e '3p' -e '5,$p' "my file.md"`, ['my file.md 3-3', 'my file.md 5-']],
      [`sed -n '1,5p;20,30p' a.go b.go`, ['a.go 1-5', 'a.go 20-30', 'b.go 1-5', 'b.go 20-30']],
      [`head -n 50 Makefile`, ['Makefile 1-50']],
      [`head -50 a.ts 2>/dev/null`, ['a.ts 1-50']],
      [`head a.ts`, ['a.ts 1-10']],
      [`cat a.ts | head -n20`, ['a.ts 1-20']],
      [`tail -n +30 a.ts | nl -ba -v30`, ['a.ts 30-']],
      [`bat -r 10:20 --style plain a.ts`, ['a.ts 10-20']],
      [`bat a.ts`, ['a.ts all']],
      [`awk 'NR>=10&&NR<=20' a.ts`, ['a.ts 10-20']],
      [`awk 'NR > 9 && NR < 21 { print }' a.ts`, ['a.ts 10-20']],
      [`sed -n '1,9p' a.ts && printf '\\n---\\n' && cat b.ts; ls`, ['a.ts 1-9', 'b.ts all']],
      [`cd sub && cat ../a.ts && sed -n '1,2p' /abs/b.ts`, ['a.ts all', '/abs/b.ts 1-2']],
    ];
    for (const [line, files] of expected) assert.equal(reads(line), files, line);
    assert.equal(reads('cat a.ts', '/srv/demo/sub'), ['/srv/demo/sub/a.ts all']);
  });

  it('reads none that it writes, searches, counts or only may name', () => {
    for (const line of [
      `cat > a.ts <<'EOF'\ncat b.ts\nEOF`,
      `cat a.ts b.ts > c.ts`,
      `cat a.ts | grep x`,
      `sed -i 's/a/b/' a.ts`,
      `sed 's/a/b/' a.ts`,
      `sed -n '/x/p' a.ts`,
      `tail -n 5 a.ts`,
      `head -c 100 a.ts`,
      `cat $FILE *.ts`,
      `cat "$(which x)"`,
      `awk '{print $1}' a.ts`,
      `rg -n x src`,
      `echo "cat a.ts"`,
      '',
    ]) {
      assert.equal(reads(line), [], line);
    }
  });

  it('is bounded, whatever it is', () => {
    assert.is(readsOfCommand('cat a.ts;'.repeat(1000)).length, 20);
    for (const piece of ["'", '"', '\\', '|', '"\\']) assert.equal(reads(piece.repeat(5000)), []);
  });
});
