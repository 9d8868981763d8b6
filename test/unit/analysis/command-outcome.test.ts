import * as assert from 'uvu/assert';
import { errorLine, hasFailed, summaryLine, withoutCd } from '../../../src/analysis/command-outcome.ts';
import { ran } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

describe('the outcome of a command', (it) => {
  it('is the exit code, and the output of a check behind a pipe', () => {
    assert.ok(hasFailed(ran('npm test', '', 1)));
    assert.ok(hasFailed(ran('npm test | tail', 'Tests: 1 failed, 2 passed')));
    assert.ok(hasFailed(ran('tsc | head', 'a.ts(1,2): error TS2345: no')));
    assert.not(hasFailed(ran('npm test | tail', 'Tests: 0 failed, 2 passed')));
    assert.not(
      hasFailed(ran('ruff check --fix . | tail', 'Found 2 errors (2 fixed, 0 remaining).\nAll checks passed!')),
    );
    assert.ok(hasFailed(ran('ruff check --fix . | tail', 'Found 2 errors (1 fixed, 1 remaining).')));
    assert.not(hasFailed(ran('cat build.log', 'FAIL everything')));
    assert.not(hasFailed({ ...ran('npm test', '', 1), result: 'refused' }));
    assert.not(hasFailed({ ...ran('npm test', '1 failed', 137), result: 'interrupted' }));
  });
});

describe('the first error of an output', (it) => {
  const cases = [
    [
      '> app@1 test\n> uvu\n\n  ok one\nError: Cannot find module "x"\n    at foo (a.js:1:2)',
      'Error: Cannot find module "x"',
    ],
    [
      'file:///work/node_modules/cli.js:403\n  throw new CliError(unknownOption(name));\n        ^\n\nCliError: Unknown option `--in-band`\n    at check (file:///work/node_modules/cli.js:403:17)',
      'CliError: Unknown option `--in-band`',
    ],
    [
      'tests/a.py::TestHandleError::test_404 PASSED [ 3%]\ntests/b.py::test_get FAILED [ 6%]',
      'tests/b.py::test_get FAILED [ 6%]',
    ],
    [
      'Traceback (most recent call last):\n  File "a.py", line 1, in <module>\nValueError: bad value',
      'ValueError: bad value',
    ],
    [
      '  File "<string>", line 1\n    ||  goto :error\nIndentationError: unexpected indent',
      'IndentationError: unexpected indent',
    ],
    ['# pkg\n./a.go:3:2: undefined: parse\nFAIL\tpkg [build failed]', './a.go:3:2: undefined: parse'],
    ['npm error code ELIFECYCLE\nnpm error path /x\nsh: 1: uvu: not found', 'sh: 1: uvu: not found'],
    [
      "running 2 tests\ntest a ... ok\nthread 'b' panicked at src/lib.rs:3:5:\nassertion failed",
      "thread 'b' panicked at src/lib.rs:3:5:",
    ],
    ['Exit code 3\npartial', 'partial'],
    ['', ''],
  ] as const;
  for (const [output, line] of cases) it(`is ${JSON.stringify(line)}`, () => assert.is(errorLine(output), line));
});

describe('the sum of a test run', (it) => {
  it('is found at the end', () => {
    assert.is(summaryLine('ok 1\n\n  Total: 3\n  12 passed, 0 failed\n', 'test'), '12 passed, 0 failed');
    assert.is(summaryLine('nothing here', 'test'), '');
  });
});

describe('a step into the directory of the session', (it) => {
  it('is left out, another one stays', () => {
    assert.is(withoutCd('cd /home/me/app && npm test', '/home/me/app'), 'npm test');
    assert.is(withoutCd('cd /c/src/app && npm test', String.raw`C:\src\app`), 'npm test');
    assert.is(withoutCd('cd ../other && npm test', '/home/me/app'), 'cd ../other && npm test');
  });
});
