import * as assert from 'uvu/assert';
import { viewSession } from '../../../src/analysis/session-view.ts';
import { findTechnicalContext } from '../../../src/analysis/technical-context.ts';
import type { ToolCall } from '../../../src/core/session.ts';
import { ran, sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const usedIn = (...calls: readonly ToolCall[]) =>
  findTechnicalContext(viewSession(sessionOf([turnOf('Go', ...calls, 'Well.')])), [])
    .map(({ text }) => text)
    .filter((text) => !text.startsWith('Works in'));

describe('where the work is done', (it) => {
  it('is told with whose transcript it is when that is a subagent’s', () => {
    const session = sessionOf([turnOf('Go', 'Gone.')], { subagent: 'the subagent /root/look of session a' });
    assert.equal(
      findTechnicalContext(viewSession(session), []).map(({ text }) => text),
      ['Transcript of the subagent /root/look of session a', 'Works in /work/app'],
    );
  });
});

describe('what checks are run with', (it) => {
  it('is told from runs that went well, as they were typed', () => {
    const wrong = ran('pytest -q', 'ModuleNotFoundError', 2);
    assert.equal(usedIn(wrong, ran('PYTHONPATH=. pytest -q 2>&1 | tail -3', '12 passed')), [
      'Tests run with `PYTHONPATH=. pytest -q`',
    ]);
    assert.equal(usedIn(wrong), []);
    assert.equal(usedIn(ran('npm test', '11 passed, 1 failed', 1)), ['Tests run with `npm test`']);
    assert.equal(usedIn(ran('npx vite build | tail -3', 'built')), ['Builds with `npx vite build`']);
  });

  it('is told with the environment that it needs, also in a shell of its own', () => {
    assert.equal(usedIn(ran('source /work/app/venv/bin/activate && pytest tests/ 2>&1 | tail', '3 passed')), [
      'Tests run with `source venv/bin/activate && pytest tests/`',
    ]);
    const both = "zsh -lc 'source ~/.zshrc && mise exec -- bin/rails test && mise exec -- bin/rubocop'";
    assert.equal(usedIn(ran(both, '3 runs, 0 failures')), [
      'Tests run with `source ~/.zshrc && mise exec -- bin/rails test`',
      'Lints with `source ~/.zshrc && mise exec -- bin/rubocop`',
    ]);
    assert.equal(usedIn(ran('docker compose exec web sh -c "npm test"', '3 passed')), [
      'Tests run with `docker compose exec web sh -c "npm test"`',
    ]);
    assert.equal(usedIn(ran('cargo fmt --all', '')), []);
  });

  it('is told with the directory in which it ran, where no name of a package says it', () => {
    const below = { ...ran('go build ./...'), cwd: '/work/app/server' };
    assert.equal(usedIn(below), ['Builds with `cd server && go build ./...`']);
    assert.equal(usedIn({ ...ran('pnpm --filter web build'), cwd: '/work/app/server' }), [
      'Builds with `pnpm --filter web build`',
    ]);
    assert.equal(usedIn({ ...ran('cd ../ui && npm test', '3 passed'), cwd: '/work/app/server' }), [
      'Tests run with `cd ui && npm test`',
    ]);
  });

  it('is the whole rather than a part, and what checks rather than what fixes', () => {
    assert.equal(usedIn(ran('go test ./...'), ran('go test ./a')), ['Tests run with `go test ./...`']);
    assert.equal(usedIn(ran('bun run lint'), ran('bun run lint:fix'), ran('bun run typecheck')), [
      'Checks types with `bun run typecheck`',
      'Lints with `bun run lint`',
    ]);
    assert.equal(usedIn(ran('gofmt -w a.go')), []);
  });

  it('is not told from elsewhere, nor from what was only counted', () => {
    assert.equal(usedIn(ran('cd /tmp && npm test', '1 passed'), ran('npx eslint src | wc -l', '3')), []);
    assert.equal(usedIn(ran('cd /work/app/web && npm test', '1 passed')), ['Tests run with `cd web && npm test`']);
  });

  it('is no run of one file, no dry run, and no look at the format', () => {
    assert.equal(usedIn(ran('pytest -q tests/test_a.py', '3 passed')), []);
    assert.equal(usedIn(ran('npx eslint -c a.config.js src/a.ts')), []);
    assert.equal(usedIn(ran('npx tsc -p tsconfig.build.json')), ['Builds with `npx tsc -p tsconfig.build.json`']);
    assert.equal(usedIn(ran('node --test test/all.js', '3 passed')), ['Tests run with `node --test test/all.js`']);
    assert.equal(usedIn(ran('make -n all'), ran('npx prettier --check .')), []);
    assert.equal(usedIn(ran('make app-e2e', 'ok'), ran('make generate')), ['Tests run with `make app-e2e`']);
    assert.equal(usedIn(ran('gx lint && cue vet ./config', '')), ['Lints with `gx lint` and `cue vet ./config`']);
  });

  it('is the widest, and what ran more than once before what ran once', () => {
    const all = [
      ran('make a-check', 'ok'),
      ran('make check', 'ok'),
      ran('make check', 'ok'),
      ran('make b-check', 'ok'),
    ];
    assert.match(usedIn(...all, ran('go test ./a', 'ok'))[0] ?? '', /^Tests run with `make check` and `make \S+`$/);
    assert.equal(usedIn(ran('go test ./a && make check && make lint', 'ok')), [
      'Tests run with `make check`',
      'Lints with `make lint`',
    ]);
  });

  it('installs the project, not one package', () => {
    assert.equal(usedIn(ran('npm install left-pad'), ran('npm ci'), ran('npm install right-pad')), [
      'Installs with `npm ci`',
    ]);
    assert.equal(usedIn(ran('pip install -r requirements.txt'), ran('pip install six')), [
      'Installs with `pip install -r requirements.txt`',
    ]);
    assert.equal(usedIn(ran('npm install left-pad')), []);
  });
});
