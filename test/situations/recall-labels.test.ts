import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import * as assert from 'uvu/assert';
import { commitMessage } from '../../scripts/recall/commit-calls.ts';
import { judgeStatements, recallLabels } from '../../scripts/recall/label-score.ts';
import { type Labels, readLabels } from '../../scripts/recall/labels.ts';
import { saidProbes, scoreSaid } from '../../scripts/recall/said-probes.ts';
import { symbolClaims } from '../../scripts/recall/symbol-claims.ts';
import { describe } from '../support/suite.ts';

const labels: Labels = {
  transcript: 'codex/one.jsonl',
  share: 1,
  headline: [['rotate', 'token']],
  decisions: [{ says: 'Tokens live an hour', words: [['tokens', 'hour']] }],
  superseded: [{ says: 'Tokens live a day', words: [['tokens', 'a day']] }],
  blockers: [],
  rules: [{ says: 'The API stays', words: [['public api']] }],
  next: [{ says: 'Write the test', words: [['rotate.test.ts'], ['test', 'rotation']] }],
  findings: [{ says: 'Refresh is called twice', words: [['refresh', 'twice']] }],
  report: [],
};

const pack = `Resumed from checkpoint: Rotate the refresh token (saved just now)

Next actions:
1. Add a test of the rotation
2. Finish: continue

Decisions:
- Tokens live an hour
- Tokens live a day
- The agent's proposal → yes
- (2 more: \`git checkpoint show 1\`)

Working files:
- src/token.ts (modified +2 -1): adds rotate; changes issue; removes refresh
`;

describe('labels of the benchmark', (it) => {
  it('can be read, each named after its cut', () => {
    const names = readdirSync('fixtures/labels').filter((name) => name.endsWith('.yaml'));
    const expected = readLabels().map(
      ({ transcript, share }) =>
        `${basename(transcript).replace(/\.jsonl?$/, '')}@${Number((100 * share).toFixed(2))}.yaml`,
    );
    assert.equal(names.sort(), expected.sort());
  });

  it('tell right statements from wrong and from superseded ones', () => {
    const judged = judgeStatements(labels, pack).map(({ kind, verdict }) => `${kind} ${verdict}`);
    assert.equal(judged, [
      'headline right',
      'decisions right',
      'decisions superseded',
      'decisions wrong',
      'next right',
      'next wrong',
    ]);
  });

  it('may be about some kinds alone', () => {
    const judged = judgeStatements({ ...labels, only: ['next'] }, pack).map(({ kind }) => kind);
    assert.equal(judged, ['next', 'next']);
  });

  it('are told only where their words stand together', () => {
    const isTold = (text: string) => recallLabels(labels, text).find(({ kind }) => kind === 'findings')?.hit;
    assert.equal(isTold('The `refresh` call runs. It is made twice.'), true);
    assert.equal(isTold('The refresh call.\nOne.\nTwo.\nThree.\nTwice.'), false);
  });
});

describe('questions without labels', (it) => {
  it('ask for what the agent found out and last reported, not for what it is about to do', () => {
    const text =
      "Let me look at it.\n\nI'll only change `src/a.ts` in this step. The root cause is that `rotate()` runs twice in src/token.ts.";
    const probes = saidProbes({ cwd: '', events: [{ kind: 'assistant', text }] });
    assert.equal(
      probes.map(({ kind, sentence }) => `${kind}: ${sentence}`),
      [
        'findings: The root cause is that `rotate()` runs twice in src/token.ts.',
        "last report: I'll only change `src/a.ts` in this step.",
        'last report: The root cause is that `rotate()` runs twice in src/token.ts.',
      ],
    );
    const told = scoreSaid(probes, 'root cause: rotate() runs twice (src/token.ts)').map(({ hit }) => hit);
    assert.equal(told, [true, false, true]);
  });

  it('check symbols against the two states of the file', () => {
    const before = 'function issue() {\n  return 1;\n}\nfunction refresh() {}\n';
    const after = 'function issue() {\n  return 2;\n}\nfunction rotate() {}\nfunction refresh() {}\n';
    const claims = symbolClaims(pack, [{ path: 'src/token.ts', before, after }]);
    assert.equal(
      claims.map(({ text, isTrue }) => `${text} ${isTrue}`),
      ['src/token.ts: adds rotate true', 'src/token.ts: changes issue true', 'src/token.ts: removes refresh false'],
    );
  });

  it('replay the commits that succeeded', () => {
    const call = (command: string, output: string) => ({
      tool: 'Bash',
      input: { command },
      output,
      failed: false,
      detail: {},
    });
    assert.equal(
      commitMessage(call('cd a && git commit -m "Rotate tokens"', '[main 1] Rotate tokens'), '/w/a'),
      'Rotate tokens',
    );
    assert.equal(commitMessage(call('git commit -m "x"', 'nothing to commit, working tree clean'), ''), undefined);
    assert.equal(commitMessage(call('git log --grep commit', 'abc'), ''), undefined);
    assert.equal(commitMessage(call('cd ~/other && git commit -m x', '[main 1] x'), '/w/a'), undefined);
  });
});
