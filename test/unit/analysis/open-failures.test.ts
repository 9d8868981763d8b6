import * as assert from 'uvu/assert';
import { analyzeSession } from '../../../src/analysis/analyze.ts';
import { openFailures } from '../../../src/analysis/open-failures.ts';
import { viewSession } from '../../../src/analysis/session-view.ts';
import type { Turn } from '../../../src/core/session.ts';
import { edited, ran, sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const open = (turns: readonly Turn[]) => openFailures(viewSession(sessionOf(turns))).map(({ call }) => call.command);
const failed = (command: string) => ran(command, 'error: it is broken', 1);
const inOneTurn = (...calls: readonly ReturnType<typeof ran>[]) => open([turnOf('Go', ...calls, 'Well.')]);

describe('failures that are open', (it) => {
  it('are the checks whose last run failed', () => {
    assert.equal(inOneTurn(failed('npm test')), ['npm test']);
    assert.equal(inOneTurn(failed('npm test'), ran('npm test')), []);
    assert.equal(inOneTurn(ran('npm test'), failed('npm test')), ['npm test']);
  });

  it('are settled by a push, and by the same end of a line that is put right or under way', () => {
    assert.equal(inOneTurn(failed('npm run lint'), ran('git push')), []);
    assert.equal(inOneTurn(ran('git push'), failed('npm run lint')), ['npm run lint']);
    const again = { ...ran('gofmt -w pkg/a.go && make e2e'), result: 'open' as const };
    assert.equal(inOneTurn(failed('gofmt -w a.go && make e2e'), again), []);
  });

  it('are settled by the same check, whatever starts it', () => {
    assert.equal(inOneTurn(failed('env GOCACHE=/tmp/x go test ./...'), ran('cd app && timeout 60 go test ./...')), []);
    assert.equal(inOneTurn(failed('mise exec -- go test ./...'), ran('go test ./...')), []);
    assert.equal(inOneTurn(failed('go test ./a'), ran('go test ./b')), []);
    assert.equal(inOneTurn(failed('go test ./...'), ran('go test ./b')), ['go test ./...']);
  });

  it('are settled for a build by passing tests, and not the other way round', () => {
    assert.equal(inOneTurn(failed('go build ./...'), ran('go test ./...')), []);
    assert.equal(inOneTurn(failed('go test ./...'), ran('go build ./...')), ['go test ./...']);
  });

  it('are settled for a merge by a commit', () => {
    assert.equal(inOneTurn(failed('git merge main')), ['git merge main']);
    assert.equal(inOneTurn(failed('git merge main'), ran('git commit -m merged')), []);
    assert.equal(inOneTurn(failed('git rebase main'), ran('git rebase --continue')), []);
  });

  it('are settled for a linter by the run that fixed what it found', () => {
    assert.equal(inOneTurn(failed('bun run lint'), ran('bun run lint:fix')), []);
  });

  it('are settled by an edit and a green check after it', () => {
    assert.equal(inOneTurn(failed('go test ./...'), edited('a.go'), ran('golangci-lint run')), []);
  });

  it('are never a look', () => {
    assert.equal(inOneTurn(failed('rg -n nothing'), failed('ls missing')), []);
  });

  it('expire when nobody came back to them', () => {
    const calls = Array.from({ length: 35 }, (_, at) => ran(`cat ${at}.txt`));
    assert.equal(open([turnOf('Go', failed('npm run lint'), 'Hm.'), turnOf('Read these', ...calls, 'Read.')]), []);
    assert.equal(open([turnOf('Go', failed('npm run lint'), ...calls, 'Hm.')]), ['npm run lint']);
  });

  it('are talked over when a commit failed and the user went on', () => {
    const turns = [turnOf('Go', failed('git commit -m a'), 'It is ignored.'), turnOf('leave it', 'Ok.')];
    assert.equal(open(turns), ['git commit -m a']);
    assert.equal(open([...turns, turnOf('now the plan', 'Ok.')]), []);
  });
});

describe('a check that prints failures and has none', (it) => {
  it('passed, when it adds up to none', () => {
    const output = [
      'FAIL is what the stub answers',
      'error: made on purpose',
      ...Array.from({ length: 12 }, (_, at) => `request ${at}`),
      ' 1232 pass',
      ' 0 fail',
      'Ran 1232 tests',
    ].join('\n');
    const { analysis } = analyzeSession({
      session: sessionOf([turnOf('Go', ran('bun run test', output), 'Done.')]),
      changes: [],
    });
    assert.equal(analysis.blockers, []);
    assert.match(analysis.current_state[0] ?? '', /^Tests: `bun run test` passed/);
    const red = ran('bun run test', output.replace(' 0 fail', ' 2 fail\n2 failed'));
    const failed = analyzeSession({ session: sessionOf([turnOf('Go', red, 'Done.')]), changes: [] });
    assert.is(failed.analysis.blockers.length, 1);
  });
});

describe('a failure of a turn that still runs', (it) => {
  const blockers = (error: string, outcome: 'open' | 'interrupted') => {
    const turn = { ...turnOf('Go', ran('npm test', error, 1), 'Let me fix that:'), outcome };
    return analyzeSession({ session: sessionOf([turn]), changes: [] }).analysis.blockers.length;
  };

  it('is what the agent is at, and blocks nobody', () => {
    assert.is(blockers('not ok 3 expected 200, got 401', 'open'), 0);
    assert.is(blockers('not ok 3 expected 200, got 401', 'interrupted'), 1);
  });

  it('blocks where the machine lacks something', () => {
    assert.is(blockers('sh: npm: command not found', 'open'), 1);
  });
});
