import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { save } from '../../src/repository/save.ts';
import { damage, looseFile } from '../support/damage.ts';
import { withOpen } from '../support/open.ts';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

const NOTES = 'refs/notes/checkpoints';

/** A repository with so many checkpoints; answers their notes, word for word. */
async function savedTimes(repo: TestRepo, times: number): Promise<string[]> {
  repo.write('a', '0\n');
  repo.commit('base');
  for (let at = 1; at <= times; at += 1) {
    repo.write('a', `${at}\n`);
    await checkpoint(repo, 'save', '-m', `Number ${at}`);
  }
  return notesOf(repo, times);
}

function notesOf(repo: TestRepo, times: number): string[] {
  return Array.from({ length: times }, (_, at) =>
    repo.git('notes', `--ref=checkpoints`, 'show', `refs/checkpoints/${at + 1}`),
  );
}

const damages: Readonly<Record<string, (repo: TestRepo) => void>> = {
  'whose commit is empty': (repo) => damage(repo, repo.git('rev-parse', NOTES)),
  'whose commit is cut off': (repo) => damage(repo, repo.git('rev-parse', NOTES), 'cut'),
  'whose tree is empty': (repo) => damage(repo, repo.git('rev-parse', `${NOTES}^{tree}`)),
  'whose tree is gone': (repo) => rmSync(looseFile(repo, repo.git('rev-parse', `${NOTES}^{tree}`))),
  'whose ref is empty': (repo) => writeFileSync(join(repo.root, '.git', NOTES), ''),
  'whose ref names a blob': (repo) => repo.git('update-ref', NOTES, repo.git('rev-parse', 'HEAD:a')),
  'whose ref names a tree': (repo) => repo.git('update-ref', NOTES, repo.git('rev-parse', 'HEAD^{tree}')),
};

describe('damaged notes', (it) => {
  for (const [name, harm] of Object.entries(damages)) {
    it(`${name}: the next save goes on, and every note is what it was`, () =>
      withRepo(async (repo) => {
        const before = await savedTimes(repo, 4);
        harm(repo);
        repo.write('a', 'more\n');
        const run = await runMain(repo, ['save', '-m', 'After']);
        assert.is(run.status, 0, run.stderr);
        assert.match(
          run.stderr,
          'warning: The notes of the checkpoints were damaged: 0 untouched, 4 found again, 0 written from the messages of their commits.',
        );
        assert.equal(notesOf(repo, 4), before);
        assert.match(repo.git('notes', '--ref=checkpoints', 'show', 'refs/checkpoints/5'), /^summary: After$/m);
      }));

    it(`${name}: doctor names it and --repair finds every note again`, () =>
      withRepo(async (repo) => {
        const before = await savedTimes(repo, 3);
        harm(repo);
        assert.is((await runMain(repo, ['doctor'])).status, 1);
        const repaired = await runMain(repo, ['doctor', '--repair']);
        assert.is(repaired.status, 0, repaired.stdout);
        assert.match(repaired.stdout, 'fixed: found 3 lost notes again (0 notes untouched)');
        assert.equal(notesOf(repo, 3), before);
      }));
  }

  it('lose nothing but the one folder that is gone, and that is found again', () =>
    withRepo(async (repo) => {
      const before = await savedTimes(repo, 6);
      const commit = repo.git('rev-parse', 'refs/checkpoints/3');
      const blobs = repo.git('notes', '--ref=checkpoints', 'list');
      rmSync(looseFile(repo, repo.git('rev-parse', `${NOTES}:${commit.slice(0, 2)}`)));
      const report = JSON.parse((await runMain(repo, ['doctor', '--repair', '--json'])).stdout);
      assert.match(report.repaired.join(), /^found \d lost notes? again \(\d notes? untouched\)$/);
      assert.is(repo.git('notes', '--ref=checkpoints', 'list'), blobs);
      assert.equal(notesOf(repo, 6), before);
    }));

  it('are made from the messages of the commits where nothing else is left', () =>
    withRepo(async (repo) => {
      await savedTimes(repo, 2);
      repo.git('gc', '--quiet', '--prune=now');
      repo.git('update-ref', NOTES, repo.git('rev-parse', 'HEAD:a'));
      repo.git('gc', '--quiet', '--prune=now');
      const report = JSON.parse((await runMain(repo, ['doctor', '--repair', '--json'])).stdout);
      assert.equal(report.repaired, ['wrote 2 notes from the messages of their commits (0 notes untouched)']);
      assert.match(notesOf(repo, 2).join('\n'), /^summary: Number 2$/m);
    }));

  it('by a newer version are named and left alone', () =>
    withRepo(async (repo) => {
      const [, second = ''] = await savedTimes(repo, 2);
      writeFileSync(join(repo.root, '.git/note'), second.replace('schema: 1', 'schema: 2'));
      repo.git('notes', '--ref=checkpoints', 'add', '-f', '-F', '.git/note', 'refs/checkpoints/2');
      const before = repo.git('rev-parse', NOTES);
      const run = await runMain(repo, ['doctor', '--repair']);
      assert.match(run.stdout, 'checkpoint 2: the note has schema 2; this version reads schema 1');
      assert.match(run.stdout, 'A newer git-checkpoint made it: update this one. It is left as it is.');
      assert.is(repo.git('rev-parse', NOTES), before);
    }));

  it('stay under a local ref when one that cannot be read is replaced', () =>
    withRepo(async (repo) => {
      await savedTimes(repo, 2);
      repo.git('notes', '--ref=checkpoints', 'add', '-f', '-m', 'schema: [', 'refs/checkpoints/1');
      const before = repo.git('rev-parse', NOTES);
      assert.is((await runMain(repo, ['doctor', '--repair'])).status, 0);
      assert.is(repo.git('rev-parse', 'refs/checkpoint-meta/notes-before-repair'), before);
    }));

  it('of a save under way are set again when another process replaced them in between', () =>
    withRepo(async (repo) => {
      await savedTimes(repo, 1);
      const old = repo.git('rev-parse', NOTES);
      await withOpen(repo, async (repository) => {
        const { engine } = repository;
        let meddled = false;
        const moveRefs: typeof engine.moveRefs = async (steps) => {
          const done = await engine.moveRefs(steps);
          if (!meddled) repo.git('update-ref', NOTES, old);
          meddled = true;
          return done;
        };
        repo.write('a', 'more\n');
        await save({ ...repository, engine: { ...engine, moveRefs } }, { trigger: 'manual', summary: 'Beside' });
      });
      assert.match(repo.git('notes', '--ref=checkpoints', 'show', 'refs/checkpoints/2'), /^summary: Beside$/m);
    }));
});

describe('a store on a bad disk', (it) => {
  it('saves when the ledger cannot be read, gives no number out twice, and drops nothing until it is repaired', () =>
    withRepo(async (repo) => {
      await savedTimes(repo, 3);
      await checkpoint(repo, 'drop', '3');
      damage(repo, repo.git('rev-parse', 'refs/checkpoint-meta/ledger'));
      rmSync(join(repo.root, '.git/git-checkpoint/newest'));
      repo.write('a', 'more\n');
      assert.is(JSON.parse(await checkpoint(repo, 'save', '--json')).number, 4);
      const drop = await runMain(repo, ['drop', '1']);
      assert.equal([drop.status, drop.stdout], [128, '']);
      assert.match(drop.stderr, 'fatal: the ledger is damaged');
      assert.match((await runMain(repo, ['doctor'])).stdout, 'the ledger is damaged');
      assert.is((await runMain(repo, ['doctor', '--repair'])).status, 0);
      await checkpoint(repo, 'drop', '1');
      assert.is(repo.tryGit('gc', '--quiet').status, 0);
    }));

  it('finds the checkpoint again whose ref is empty', () =>
    withRepo(async (repo) => {
      await savedTimes(repo, 3);
      const commit = repo.git('rev-parse', 'refs/checkpoints/2');
      writeFileSync(join(repo.root, '.git/refs/checkpoints/2'), '');
      const found = await runMain(repo, ['doctor']);
      assert.match(found.stdout, 'refs/checkpoints/2 is empty, and git gc fails on it');
      assert.is((await runMain(repo, ['doctor', '--repair'])).status, 0);
      assert.is(repo.git('rev-parse', 'refs/checkpoints/2'), commit);
    }));

  it('is saved when the hint at the newest number cannot be written', () =>
    withRepo(async (repo) => {
      await savedTimes(repo, 1);
      rmSync(join(repo.root, '.git/git-checkpoint/newest'));
      // A folder there stands for a disk that is full by now.
      repo.write('.git/git-checkpoint/newest/x', '');
      repo.write('a', 'more\n');
      assert.is(JSON.parse(await checkpoint(repo, 'save', '--json')).number, 2);
      assert.is(readFileSync(join(repo.root, '.git/git-checkpoint/newest/x'), 'utf8'), '');
    }));

  it('lists all others beside a commit with an impossible date', () =>
    withRepo(async (repo) => {
      await savedTimes(repo, 2);
      const text = repo
        .git('cat-file', 'commit', 'refs/checkpoints/1')
        .replaceAll(/> \d+ \+0000/g, '> 18446744073709465216 +0000');
      writeFileSync(join(repo.root, '.git/odd'), `${text}\n`);
      const odd = repo.git('hash-object', '-t', 'commit', '-w', '--literally', '.git/odd');
      repo.git('update-ref', 'refs/checkpoints/3', odd);
      assert.match(await checkpoint(repo, 'list'), /Number 2[\s\S]*Number 1/);
      assert.is((await runMain(repo, ['doctor'])).status, 1);
    }));
});
