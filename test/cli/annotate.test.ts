import * as assert from 'uvu/assert';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

const wordsOf = async (repo: TestRepo) => {
  const { summary, description } = JSON.parse(await checkpoint(repo, 'show', '1', '--json'));
  return { summary, description };
};

describe('git checkpoint annotate', (it) => {
  it('gives a checkpoint other words, and undo brings the old ones back', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      await checkpoint(repo, 'save', '-m', 'wip');
      const tree = repo.git('rev-parse', 'refs/checkpoints/1^{tree}');
      assert.is(
        await checkpoint(repo, 'annotate', '1', '-m', 'Rotate tokens', '-m', 'Why:', '-m', 'They leaked.'),
        'Checkpoint 1: Rotate tokens\n',
      );
      assert.equal(await wordsOf(repo), { summary: 'Rotate tokens', description: 'Why:\n\nThey leaked.' });
      assert.is(repo.git('rev-parse', 'refs/checkpoints/1^{tree}'), tree);
      await checkpoint(repo, 'undo');
      assert.is((await wordsOf(repo)).summary, 'wip');
    }));

  it('takes secrets out of the new words', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      await checkpoint(repo, 'save', '-m', 'wip');
      const secret = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
      await checkpoint(repo, 'annotate', '-m', `Use ${secret}`);
      assert.not.match((await wordsOf(repo)).summary, secret);
    }));

  it('refuses no words, empty ones, and words beside a model', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      await checkpoint(repo, 'save', '-m', 'wip');
      for (const args of [[], ['-m', 'x', '--llm'], ['-m', ' ']])
        assert.is((await runMain(repo, ['annotate', ...args])).status, 129, args.join(' '));
      assert.is((await wordsOf(repo)).summary, 'wip');
    }));

  it('does with --llm what enrich did', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      await checkpoint(repo, 'save', '-m', 'wip');
      const [now, before] = [await runMain(repo, ['annotate', '1', '--llm']), await runMain(repo, ['enrich', '1'])];
      assert.equal(now, before);
      assert.is(now.stderr, 'Checkpoint 1 left unchanged: no agent session\n');
      assert.is(now.status, 1);
    }));
});

describe('several -m of a save', (it) => {
  it('are paragraphs, and so are the lines below the first', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      await checkpoint(repo, 'save', '-m', 'one\ntwo', '-m', 'three', '--description', 'four');
      assert.equal(await wordsOf(repo), { summary: 'one', description: 'two\n\nthree\n\nfour' });
    }));
});
