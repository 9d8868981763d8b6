import * as assert from 'uvu/assert';
import { lastChecks } from '../../../src/analysis/last-checks.ts';
import { openFailures } from '../../../src/analysis/open-failures.ts';
import { viewSession } from '../../../src/analysis/session-view.ts';
import { summaryLine } from '../../../src/analysis/summary-of-check.ts';
import type { ToolCall } from '../../../src/core/session.ts';
import { edited, ran, sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const told = (...steps: readonly (string | ToolCall)[]) =>
  lastChecks(viewSession(sessionOf([turnOf('Go', ...steps)]))).map(({ text }) => text);

describe('a check whose exit code is hidden', (it) => {
  it('is said to have passed only where what it printed says so', () => {
    assert.equal(told(ran('npm run build 2>&1 | tail -3', 'writing a.js')), [
      'Build: `npm run build` ran, result not seen',
    ]);
    assert.equal(told(ran('npm run build; ls dist', 'writing a.js')), ['Build: `npm run build` ran, result not seen']);
    assert.equal(told(ran('npm run build || true', 'writing a.js')), ['Build: `npm run build` ran, result not seen']);
    assert.equal(told(ran('npm run build 2>&1 | tail -3', 'built in 3s')), ['Build: `npm run build` passed']);
    assert.equal(told(ran('npm run build && ls dist', 'a.js')), ['Build: `npm run build` passed']);
    assert.equal(told(ran('set -o pipefail; npm run build | tail', 'a.js')), ['Build: `npm run build` passed']);
  });

  it('is of what it was before the files that it names were edited, code or not', () => {
    const check = ran('npx prettier --check docs/mail.mdx', 'All matched files use Prettier code style!');
    assert.equal(told(check, edited('docs/post.mdx')), ['Lint: `npx prettier --check docs/mail.mdx` passed']);
    assert.equal(told(check, edited('docs/mail.mdx')), [
      'Lint: `npx prettier --check docs/mail.mdx` passed, before files were edited again',
    ]);
  });

  it('is known behind the name of a package', () => {
    const red = ran('cd api && npx tsc --noEmit', 'a.ts(1,2): error TS1: no', 2);
    assert.equal(told(red, ran('pnpm --filter web exec tsc --noEmit 2>&1 | tail -5')), [
      'Types: `pnpm --filter web exec tsc --noEmit` passed',
    ]);
  });

  it('passed where it is silent when all is well', () => {
    assert.equal(told(ran('npx tsc --noEmit | head')), ['Types: `npx tsc --noEmit` passed']);
    assert.equal(told(ran('pytest -q | tail -1', '')), ['Tests: `pytest -q` ran, result not seen']);
  });

  it('is not told where it had nothing to check', () => {
    assert.equal(
      told(ran('npx biome check a.md | tail', 'Checked 0 files.\n × No files were processed in the paths')),
      [],
    );
    assert.equal(told(ran('pytest -q tests/none', 'no tests ran in 0.1s')), []);
  });

  it('is what the agent says of it at once', () => {
    const red = ran('yarn lint | tail', 'a.ts 1:1 error no-x\n3 errors');
    assert.equal(told(red, 'These are all pre-existing.'), ['Lint: `yarn lint` went well, as the agent says']);
    assert.match(told(red, 'No errors in mine, but the tests still fail.')[0] ?? '', / failed/);
    assert.match(told(ran('yarn lint', '3 errors', 1), 'These are all pre-existing.')[0] ?? '', / failed/);
  });
});

describe('a check in a script of the project', (it) => {
  const echo = (printed: string) => `> app@1.0.0 tidy /work/app\n> biome check --write src\n\n${printed}`;

  it('is known by what the runner shows of it, then or at another time', () => {
    const red = ran('npx @biomejs/biome check src/a.css | tail', 'Found 6 errors.');
    assert.match(told(red)[0] ?? '', /^Lint: .* failed/);
    const green = ran('pnpm tidy | tail', 'No fixes applied.');
    assert.equal(told(ran('pnpm tidy', echo('Found 3 errors.'), 1), red, green), [
      'Lint: `biome check --write src` passed',
    ]);
    const view = viewSession(sessionOf([turnOf('Go', red, ran('pnpm tidy', echo('No fixes applied.')))]));
    assert.equal(openFailures(view), []);
  });
});

describe('checks of one line', (it) => {
  it('are told by the widest where all passed', () => {
    assert.match(told(ran('go test ./a && make check', '3 passed'))[0] ?? '', /^Tests: `make check` passed/);
  });

  it('have passed where a delivery behind them failed', () => {
    const output = 'ok  \tapp/a\t0.1s\nerror: rebase failed, fix it';
    assert.match(told(ran('go test ./a && gh stack rebase', output, 1))[0] ?? '', /was followed by a failure$/);
  });
});

describe('tests of many suites', (it) => {
  const suite = (passed: number, ignored = 0) => `test result: ok. ${passed} passed; 0 failed; ${ignored} ignored`;
  const cut = '… [5000 characters cut] …';

  it('are summed', () => {
    assert.equal(told(ran('cargo test', [suite(74), 'Running tests/a.rs', suite(35, 1), suite(0)].join('\n'))), [
      'Tests: `cargo test` passed: 109 passed; 0 failed; 1 ignored in 2 suites',
    ]);
    assert.equal(told(ran('cargo test', [suite(74), cut, suite(15), 'x', suite(35)].join('\n'))), [
      'Tests: `cargo test` passed: 124 passed; 0 failed in 3 suites',
    ]);
  });

  it('have no sum where some of it is cut', () => {
    assert.equal(told(ran('cargo test', ['a', cut, 'test b ... ok', suite(35), suite(0)].join('\n'))), [
      'Tests: `cargo test` passed',
    ]);
  });

  it('are Bun’s, and never an error that a test printed', () => {
    const printed = ['error: Item 3 failed', '[Queue] Task 2 failed: no route', ...'abcdefgh'].join('\n');
    const sums = ' 1309 pass\n 0 fail\nRan 1309 tests across 58 files. [7ms]';
    assert.equal(told(ran('bun run test', `${printed}\n${sums}`)), ['Tests: `bun run test` passed: 1309 pass, 0 fail']);
    assert.is(summaryLine(printed, 'test'), '');
  });

  it('are not what tells of something else', () => {
    assert.equal(told(ran('npx vitest run', ' Test Files  2 passed (2)\n      Tests  9 passed (9)')), [
      'Tests: `npx vitest run` passed: Tests 9 passed (9)',
    ]);
    assert.equal(told(ran('npm test', 'Duration 82ms (collect 2ms, tests 17ms)')), ['Tests: `npm test` passed']);
  });
});

describe('what was changed after a check', (it) => {
  const isOld = (call: ToolCall) =>
    / before files were edited again/.test(told(ran('npm test', '3 passed'), call)[0] ?? '');

  it('counts when a command wrote it', () => {
    assert.ok(isOld(ran("cat > src/a.ts <<'EOF'\nlet a;\nEOF")));
    assert.ok(isOld(ran('cp /tmp/a.tsx ui/src/a.tsx; npm run dev')));
    assert.ok(isOld(ran("sed -i '' 's/a/b/' src/a.ts")));
    assert.ok(isOld(ran("python3 - <<'PY'\nfrom pathlib import Path\nPath('a').write_text('b')\nPY")));
    assert.ok(isOld(edited('src/a.ts')));
  });

  it('does not count where it is no code of the project', () => {
    for (const call of [
      edited('.github/workflows/ci.yml'),
      edited('notes.md'),
      ran('echo x > /tmp/a.ts'),
      ran('cp a.ts /tmp/a.ts'),
      ran('cat src/a.ts | grep b'),
    ])
      assert.not(isOld(call), JSON.stringify(call));
  });
});
