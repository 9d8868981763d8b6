import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { answering } from '../support/answering.ts';
import { fire, prompt, start, stop } from '../support/hook-session.ts';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { withClones } from '../support/with-clones.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

/** A session that saved a checkpoint, went on, and whose process is gone. */
async function crashed(repo: TestRepo): Promise<void> {
  const env = { CLAUDE_PID: String(spawnSync('true').pid) };
  repo.write('a.txt', 'saved\n');
  repo.commit('begin');
  await fire(repo, start('startup'), { env });
  repo.write('a.txt', 'checkpointed\n');
  await fire(repo, prompt('p1'), { env });
  await fire(repo, stop('p1'), { env });
  repo.write('a.txt', 'written after it\n');
}

const left = async (repo: TestRepo) => JSON.parse(await checkpoint(repo, 'recover', '--json')).sessions.length;
const read = (repo: TestRepo) => readFileSync(join(repo.root, 'a.txt'), 'utf8');

describe('git checkpoint recover on a terminal', (it) => {
  it('saves what is there on s, and asks no more', () =>
    withRepo(async (repo) => {
      await crashed(repo);
      const person = answering('what?', 's');
      assert.is((await runMain(repo, ['recover'], person)).status, 0);
      assert.match(
        person.shown,
        /\[s\]ave the working tree · \[r\]estore 1 · \[p\]rint its context · \[d\]ismiss · \[q\]uit /,
      );
      assert.is(repo.git('show', 'refs/checkpoints/2:a.txt'), 'written after it');
      assert.is(await left(repo), 0);
    }));

  it('shows the text on t, goes back on r, and the session is settled', () =>
    withRepo(async (repo) => {
      await crashed(repo);
      const person = answering('p', 'r', 'y');
      assert.is((await runMain(repo, ['recover'], person)).status, 0);
      assert.match(person.shown, 'Resumed from checkpoint: Change a.txt');
      assert.is(read(repo), 'checkpointed\n');
      assert.is(await left(repo), 0);
    }));

  it('leaves everything as it is on n and when the terminal is closed, and forgets on f', () =>
    withRepo(async (repo) => {
      await crashed(repo);
      for (const [answers, sessions] of [
        [['q'], 1],
        [[], 1],
        [['d'], 0],
      ] as const) {
        assert.is((await runMain(repo, ['recover'], answering(...answers))).status, 0);
        assert.is(await left(repo), sessions);
      }
      assert.is(read(repo), 'written after it\n');
      assert.is(repo.git('for-each-ref', 'refs/checkpoints').split('\n').length, 1);
    }));
});

describe('git checkpoint push on a terminal', (it) => {
  it('asks which remote to share with when none was ever named', () =>
    withClones(async ({ ada, remote }) => {
      ada.git('config', '--global', '--unset', 'checkpoint.remote');
      ada.git('remote', 'add', 'backup', '/nowhere');
      await checkpoint(ada, 'save');
      const no = answering('n', 'n');
      assert.is((await runMain(ada, ['push'], no)).status, 1);
      assert.match(no.shown, "Share checkpoints with 'backup' (/nowhere)? [y/N] ");
      assert.is(remote.git('for-each-ref', 'refs/checkpoints/'), '');
      const yes = answering('y');
      assert.is((await runMain(ada, ['push'], yes)).status, 0, yes.shown);
      assert.is(ada.git('config', '--global', `checkpoint.${ada.root}/.git.remote`), 'origin');
      assert.match(remote.git('for-each-ref', 'refs/checkpoints/'), 'refs/checkpoints/1');
    }));
});

describe('a long text on a terminal', (it) => {
  const paged = (repo: TestRepo) => join(repo.root, '.git', 'paged');

  it('goes through the pager of GIT_PAGER, else of core.pager', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      await checkpoint(repo, 'save');
      repo.write('a.txt', 'two\n');
      repo.git('config', 'core.pager', `sed s/^/configured:/ > ${paged(repo)}`);
      const person = answering();
      await runMain(repo, ['diff'], person);
      assert.match(readFileSync(paged(repo), 'utf8'), /^configured:.*two/m);
      assert.not.match(person.shown, 'two');
      await runMain(repo, ['diff'], { ...answering(), env: { GIT_PAGER: `sed s/^/asked:/ > ${paged(repo)}` } });
      assert.match(readFileSync(paged(repo), 'utf8'), /^asked:.*two/m);
    }));

  it('is shown all the same when there is no such pager, or none is wanted', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      await checkpoint(repo, 'save');
      repo.write('a.txt', 'two\n');
      for (const GIT_PAGER of ['no-such-pager-here 2>/dev/null', 'cat', '']) {
        const person = answering();
        await runMain(repo, ['diff'], { ...person, env: { GIT_PAGER } });
        assert.match(person.shown, 'two', GIT_PAGER);
      }
      assert.not.ok(existsSync(paged(repo)));
    }));

  it('says nothing of its own, however many parts it has', () =>
    withRepo(async (repo) => {
      const warnings: string[] = [];
      const keep = ({ message }: Error) => void warnings.push(message);
      process.on('warning', keep);
      for (let at = 0; at < 12; at += 1) await checkpoint(repo, 'save', '-m', `Turn ${at}`);
      await runMain(repo, ['grep', 'Turn'], { ...answering(), env: { GIT_PAGER: `cat > ${paged(repo)}` } });
      await new Promise((resolve) => setImmediate(resolve));
      process.off('warning', keep);
      assert.is(readFileSync(paged(repo), 'utf8').match(/Turn/g)?.length, 12);
      assert.equal(warnings, []);
    }));
});
