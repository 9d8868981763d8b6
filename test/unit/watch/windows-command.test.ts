import * as assert from 'uvu/assert';
import { windowsCommand } from '../../../src/watch/windows-command.ts';
import { describe } from '../../support/suite.ts';

const there = new Set(['C:\\node\\npm.cmd', 'C:\\node\\node.exe', 'C:\\work\\build.bat']);
const world = { cwd: 'C:\\work', env: { Path: 'C:\\windows;C:\\node', PATHEXT: '.COM;.EXE;.BAT;.CMD' } };
const start = (...words: string[]) => windowsCommand(words, world, (path) => there.has(path));

describe('a watched command on Windows', (it) => {
  it('is run by cmd.exe when it is a batch file, as npm is', () => {
    assert.equal(start('npm', 'test'), {
      file: 'cmd.exe',
      args: ['/d', '/s', '/c', '"C:\\node\\npm.cmd ^^^"test^^^""'],
      verbatim: true,
    });
    assert.is(start('build').args.at(-1), '"C:\\work\\build.bat"');
    assert.is(start('.\\build.bat').args.at(-1), '"C:\\work\\build.bat"');
  });

  it('hands arguments on that the shell would act on', () => {
    const line = start('npm', 'a b', '50%', 'x&y', 'say "hi"', 'C:\\dir\\').args.at(-1);
    assert.match(
      line ?? '',
      ' ^^^"a^^^ b^^^" ^^^"50^^^%^^^" ^^^"x^^^&y^^^" ^^^"say^^^ \\^^^"hi\\^^^"^^^" ^^^"C:\\dir\\\\^^^""',
    );
  });

  it('is started as it is when it is a program, or nowhere', () => {
    assert.equal(start('node', '-v'), { file: 'node', args: ['-v'] });
    assert.equal(start('nowhere'), { file: 'nowhere', args: [] });
  });
});
