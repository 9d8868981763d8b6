import * as assert from 'uvu/assert';
import { errorLine, hasFailed, withoutCd } from '../../../src/analysis/command-outcome.ts';
import { summaryLine } from '../../../src/analysis/summary-of-check.ts';
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

  it('is read from what is printed where the status says nothing', () => {
    assert.ok(hasFailed(ran('rtk bun run test 2>&1 | tail -9', "error: unrecognized subcommand 'bun'\n\nUsage: rtk")));
    assert.ok(hasFailed(ran('bun run lint | tail -3', 'error: script "lint" exited with code 1')));
    assert.ok(hasFailed(ran('bun run lint | grep -v "^$" | head', 'src/a.ts format\n  × Some errors were emitted')));
    assert.ok(hasFailed(ran('git add . && git commit -m x', 'ok\nFAILED: git commit\n3 tests')));
    assert.ok(hasFailed(ran('git push | tail -3', 'error: failed to push some refs to origin')));
    assert.ok(hasFailed(ran('deploy-app; echo done', 'bash: deploy-app: command not found\ndone')));
    assert.ok(hasFailed(ran('rg port src/*.yaml | head', '(eval):1: no matches found: src/*.yaml')));
    assert.ok(hasFailed(ran('git log nothere | head -3', "fatal: ambiguous argument 'nothere'")));
    assert.ok(hasFailed(ran('deploy-app | tail; true', '/bin/bash: line 6: deploy-app: command not found')));
    assert.ok(hasFailed(ran('ask "hello" | head -c 90', 'ask error: exit status 1')));
    assert.ok(hasFailed(ran('curl -s http://localhost:1 | jq .; true', 'curl: (7) Failed to connect')));
    assert.ok(hasFailed(ran('ask "hello" | head -c 90', 'Error: no key was given\nUsage: ask WORDS')));
    assert.not(hasFailed(ran('ask "hello"', 'It ended with exit status 1\nand was started again')));
    assert.not(hasFailed(ran('cat build.log | tail -1', 'fatal: the disk is full')));
    assert.not(hasFailed(ran('cat a* | head; ls', 'zsh: no matches found: a*\nb.ts')));
    assert.not(hasFailed(ran('git commit -m x | tail -2', '[main 1234567] fatal: say it better')));
    assert.not(hasFailed(ran('tail log.txt | sort', 'fatal: old news')));
    assert.not(hasFailed(ran('docker logs app | tail', 'fatal: connection lost')));
  });

  it('is a failure where a program does not take what it was given', () => {
    assert.ok(hasFailed(ran('cat -A a.ts | head', "error: unexpected argument '-A' found\n\nUsage: read <FILE>")));
    assert.ok(hasFailed(ran("cat -A a.ts | sed -n '4,9p'", 'cat: illegal option -- A\nusage: cat [file ...]')));
    assert.not(hasFailed(ran('cat build.log', "error: unexpected argument '--fast' found")));
    const loop = 'for f in a b; do echo "== $f"; git diff -- $f; done';
    assert.ok(hasFailed(ran(loop, '== a\nzsh:2: command not found: git\n== b\nzsh:2: command not found: git')));
    assert.not(hasFailed(ran(loop, '== a\nzsh:2: command not found: git\n== b\n+ more')));
  });

  it('is told by compilers behind a pipe, in a build alone', () => {
    assert.ok(hasFailed(ran('go build ./... | head -50', './a.go:5:2: undefined: b')));
    assert.ok(hasFailed(ran('go build . | head', '/root/go/x.go:15:2: x requires\n\ty: missing go.sum entry')));
    assert.ok(hasFailed(ran('cargo build | tail', 'error[E0308]: mismatched types')));
    assert.ok(hasFailed(ran('npm run build | tail', 'Failed to compile.\n\n./a.ts')));
    assert.not(hasFailed(ran('npm test | tail', 'Module not found: as it should\nTests: 3 passed, 3 total')));
  });

  it('is the end of a run of the CI that was watched, whose status is that of the watching', () => {
    const screen = (sign: string) =>
      `${sign} main Build · 123456789\nJOBS\n${sign} deploy in 2m\n  ${sign} Health check`;
    const drawn = `${screen('*')}\nRefreshing run status every 3 seconds.\n\n${screen('X')}`;
    assert.ok(hasFailed(ran('gh run watch 123456789', drawn)));
    assert.is(errorLine(drawn), 'X Health check');
    assert.not(hasFailed(ran('gh run watch 123456789', drawn.replaceAll('X', '✓'))));
  });

  it('is not told by the time limit of the tool', () => {
    const call = { ...ran('deploy', 'Command timed out after 2m 0.0s\nReady at x'), result: 'failed' as const };
    const { exitCode: _, ...late } = call;
    assert.not(hasFailed(late));
    assert.ok(hasFailed({ ...late, output: 'Error: request timed out after 3s' }));
  });

  it('is told by runners, merges and programs that stand in for others', () => {
    assert.ok(hasFailed(ran('npm run fixall | tail -3', ' ELIFECYCLE  Command failed with exit code 1.')));
    assert.ok(hasFailed(ran('pnpm tidy | tail -9', 'Checked 24 files. Fixed 1 file.\nFound 6 errors.')));
    assert.ok(hasFailed(ran('npx tsc --noEmit | tail', 'This is not the tsc command you are looking for')));
    assert.ok(hasFailed(ran('git merge a | tail -2', 'CONFLICT (content): a.ts\nAutomatic merge failed; fix')));
    assert.ok(hasFailed(ran('git branch -D a; git branch', "error: cannot delete branch 'a' used by worktree\nmain")));
    assert.ok(hasFailed(ran('gt submit | tail', 'ERROR: Aborting submit.')));
  });

  it('is no failure where there are warnings alone, or nothing to check', () => {
    const tried = 'cd "$(mktemp -d)" && git init -q . && git merge b || true';
    assert.not(hasFailed(ran(tried, 'CONFLICT (content): a.ts\nAutomatic merge failed; fix it')), 'on purpose');
    assert.not(hasFailed(ran('yarn lint | tail', '✖ 88 problems (0 errors, 88 warnings)')));
    assert.ok(hasFailed(ran('yarn lint | tail', '✖ 88 problems (2 errors, 86 warnings)')));
    assert.not(hasFailed(ran('npx biome check a.md | tail', '  × No files were processed in the specified paths.')));
  });

  it('is the status that an echo behind a check tells', () => {
    assert.ok(hasFailed(ran('eslint . -o out.json; echo "Exit: $?"', 'Exit: 1')));
    assert.ok(hasFailed(ran('npm test > log; rc=$?; tail -1 log; echo "rc=$rc"', 'end\nrc=2')));
    assert.ok(hasFailed(ran('tsc --noEmit; echo $?', '2')));
    assert.not(hasFailed(ran('tsc --noEmit; echo "Exit: $?"', 'Exit: 0')));
    assert.not(hasFailed(ran('npm test; echo "tests"', '3 passed\ntests')));
    assert.not(hasFailed(ran('node app.js --wrong; echo "exit=$?"', 'exit=2')), 'it may be meant to');
  });

  it('is no failure where a search at the end of the line finds nothing', () => {
    assert.not(hasFailed(ran('git add a.ts && rg "<<<<<<<" a.ts', '', 1)));
    assert.not(hasFailed(ran('git add . && git status -s && rg "<<<<<<<" .', 'A  src/_error.ts', 1)));
    assert.ok(hasFailed(ran('npm test && grep -c x log', '1 failing', 1)));
    assert.not(hasFailed(ran('npm test 2>&1 | grep FAIL', '', 1)));
    assert.ok(hasFailed(ran('git add a.ts && rg "<<<<<<<" a.ts', 'fatal: no such path', 1)));
    assert.ok(hasFailed(ran('rg "<<<<<<<" a.ts && npm run build', '', 1)));
    assert.ok(hasFailed(ran('rg "[" a.ts', '', 2)));
  });

  it('is no failure where somebody asked for help or stopped it', () => {
    assert.not(hasFailed(ran('tool link --help', 'Options: error', 2)));
    assert.not(hasFailed(ran('npx tool help storage', 'Storage', 1)));
    assert.not(hasFailed(ran('npm run dev', 'ready\n^C', 1)));
    assert.not(hasFailed(ran('npm run dev', '', 130)));
    assert.ok(hasFailed(ran('tool link --help', 'tool: command not found', 127)));
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
    ['12 pass\n0 fail\n\n  × Some errors were emitted\n  12 + missing', '× Some errors were emitted'],
    ['____ ERROR collecting tests/test_a.py ____', 'ERROR collecting tests/test_a.py'],
    [
      'npm ERR! Exit handler never called!\n\nnpm ERR! This is an error with npm itself. Please report this error at:\nnpm ERR!     <https://example.com>',
      'npm ERR! Exit handler never called!',
    ],
    [
      'npm ERR! code EPERM\nnpm ERR! syscall open\nnpm ERR! path /home/ada/x\nnpm ERR! \nnpm ERR! Your cache folder contains root-owned files',
      'npm ERR! Your cache folder contains root-owned files',
    ],
    [
      "Usage: tool [OPTIONS] COMMAND\nTry 'tool --help' for help.\n╭─ Error ───╮\n│ No such command 'info'.   │\n╰───╯\n  Use --help to see all options",
      "No such command 'info'.",
    ],
    ['', ''],
  ] as const;
  for (const [output, line] of cases) it(`is ${JSON.stringify(line)}`, () => assert.is(errorLine(output), line));
});

describe('the reason of a failure', (it) => {
  it('is what stands below the name of the test, and no warning', () => {
    const go = '=== RUN TestA\n--- FAIL: TestA (14.44s)\n    run_test.go:48: want two lines\nFAIL\nexit status 1';
    assert.is(errorLine(go), 'run_test.go:48: want two lines');
    assert.is(errorLine('warning: Failed to link files\nmodule a was refused'), 'module a was refused');
  });
});

describe('the sum of a test run', (it) => {
  it('is found at the end', () => {
    assert.is(summaryLine('ok 1\n\n  Total: 3\n  12 passed, 0 failed\n', 'test'), '12 passed, 0 failed');
    assert.is(summaryLine('nothing here', 'test'), '');
    assert.is(summaryLine('===== 12 passed in 1.2s =====', 'test'), '12 passed in 1.2s');
    const empty = 'test result: ok. 3 passed; 0 failed\ntest result: ok. 0 passed; 0 failed';
    assert.is(summaryLine(empty, 'test'), 'test result: ok. 3 passed; 0 failed');
    const rest = 'ok  \tapp/car\t1.2s\nok  \tapp/text\t0.3s [no tests to run]';
    assert.is(summaryLine(rest, 'test'), 'ok app/car 1.2s');
    const counted =
      ' Test Files  2 passed (2)\n      Tests  16 passed (16)\n   Duration  254ms (setup 24ms, tests 23ms)';
    assert.is(summaryLine(counted, 'test'), 'Tests 16 passed (16)');
  });
});

describe('a step into the directory of the session', (it) => {
  it('is left out, another one stays', () => {
    assert.is(withoutCd('cd /home/me/app && npm test', '/home/me/app'), 'npm test');
    assert.is(withoutCd('cd /c/src/app && npm test', String.raw`C:\src\app`), 'npm test');
    assert.is(withoutCd('cd ../other && npm test', '/home/me/app'), 'cd ../other && npm test');
  });
});
