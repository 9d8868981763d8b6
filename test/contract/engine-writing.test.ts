import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import type { GitEngine, ObjectType, RefUpdate } from '../../src/git/engine.ts';
import { editNotes, findNotes } from '../../src/git/notes.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';
import { expectRefusal, same, withEngines } from './compare-engines.ts';

const each = ['native', 'portable'] as const;

/** Two commits that are there. */
function twoCommits(repo: TestRepo): [string, string] {
  repo.write('a.txt', 'one\n');
  const first = repo.commit('one');
  repo.write('a.txt', 'two\n');
  return [first, repo.commit('two')];
}

function refsOf(repo: TestRepo): string {
  return repo.git('for-each-ref', '--format=%(refname) %(objectname)', 'refs/checkpoints');
}

describe('what either engine writes', (it) => {
  it('has the same ids, and the other engine and git read it', () =>
    withRepo((repo) =>
      withEngines(repo, async (engines) => {
        const [first] = twoCommits(repo);
        const tree = repo.git('rev-parse', `${first}^{tree}`);
        const commit = `tree ${tree}\nauthor A <a@b.c> 1 +0000\ncommitter A <a@b.c> 1 +0000\n\nmessage\n`;
        const samples: [ObjectType, Buffer][] = [
          ['blob', Buffer.from('content\n')],
          ['blob', Buffer.alloc(0)],
          ['blob', Buffer.from([0, 255, 128])],
          ['tree', Buffer.alloc(0)],
          ['commit', Buffer.from(commit)],
        ];
        for (const [type, bytes] of samples) {
          const oid = await same(engines, (engine) => engine.writeObject(type, bytes));
          assert.is(repo.git('cat-file', '-t', oid), type);
        }
        assert.is(repo.git('fsck', '--strict', '--no-dangling'), '');
      }),
    ));

  for (const name of each) {
    it(`moves refs by compare-and-swap, loose and packed (${name})`, () =>
      withRepo((repo) =>
        withEngines(repo, async (engines) => {
          const [one, two] = twoCommits(repo);
          await expectMoves(engines[name], repo, [one, two]);
          assert.is(repo.git('fsck', '--strict', '--no-dangling'), '');
        }),
      ));

    it(`waits for a lock that another process holds (${name})`, () =>
      withRepo((repo) =>
        withEngines(repo, async (engines) => {
          const [one] = twoCommits(repo);
          repo.git('update-ref', 'refs/checkpoints/1', one);
          const lock = join(repo.root, '.git/refs/checkpoints/2.lock');
          writeFileSync(lock, '');
          const moving = engines[name].moveRefs([[{ ref: 'refs/checkpoints/2', new: one }]]);
          await sleep(300);
          assert.is(repo.tryGit('rev-parse', '--verify', '--quiet', 'refs/checkpoints/2').status, 1);
          rmSync(lock);
          assert.is(await moving, 1);
          assert.is(repo.git('rev-parse', 'refs/checkpoints/2'), one);
        }),
      ));

    it(`leaves another tool's ref in the way untouched and says so (${name})`, () =>
      withRepo((repo) =>
        withEngines(repo, async (engines) => {
          const [one] = twoCommits(repo);
          repo.git('update-ref', 'refs/checkpoints/5/inner', one);
          repo.git('pack-refs', '--all');
          const failed = await engines[name].moveRefs([[{ ref: 'refs/checkpoints/5', new: one }]]).then(
            () => 'moved',
            (error: Error) => error.message,
          );
          assert.match(failed, /refs\/checkpoints\/5\/inner/);
          assert.is(refsOf(repo), `refs/checkpoints/5/inner ${one}`);
        }),
      ));

    it(`reads and edits two thousand notes in git's own folders (${name})`, () =>
      withRepo((repo) =>
        withEngines(repo, async (engines) => {
          const commits = notesByGit(repo, 2000);
          const root = repo.git('rev-parse', 'refs/notes/checkpoints^{tree}');
          const found = await findNotes(engines[name], root, commits);
          assert.is(found.size, commits.length);
          const [first = '', second = ''] = commits;
          const blob = await engines[name].writeObject('blob', Buffer.from('edited\n'));
          const edited = await editNotes(
            engines[name],
            root,
            new Map([
              [first, blob],
              [second, undefined],
            ]),
          );
          const note = await engines[name].writeObject('commit', Buffer.from(commitText(edited)));
          const old = repo.git('rev-parse', 'refs/notes/checkpoints');
          assert.is(await engines[name].moveRefs([[{ ref: 'refs/notes/checkpoints', old, new: note }]]), 1);
          assert.is(repo.git('notes', '--ref=checkpoints', 'show', first), 'edited');
          assert.is(repo.git('notes', '--ref=checkpoints', 'list').split('\n').length, commits.length - 1);
        }),
      ));

    it(`sets and removes settings and leaves every other line alone (${name})`, () =>
      withRepo((repo) =>
        withEngines(repo, async (engines) => {
          const before = repo.git('config', '--local', '--list');
          await engines[name].writeConfig('local', 'checkpoint.exclude', ['*.log', 'a # b', ' spaced ', 'quo"te']);
          assert.equal(repo.git('config', '--get-all', 'checkpoint.exclude').split('\n'), [
            '*.log',
            'a # b',
            ' spaced ',
            'quo"te',
          ]);
          await engines[name].writeConfig('local', 'checkpoint.exclude', ['one']);
          await engines[name].writeConfig('global', 'checkpoint.mode', ['summary']);
          assert.is(repo.git('config', 'checkpoint.exclude'), 'one');
          assert.is(repo.git('config', '--global', 'checkpoint.mode'), 'summary');
          await engines[name].writeConfig('local', 'checkpoint.Odd name.value', ['yes']);
          assert.is(repo.git('config', 'checkpoint.Odd name.value'), 'yes');
          await engines[name].writeConfig('local', 'checkpoint.Odd name.value', []);
          await engines[name].writeConfig('local', 'checkpoint.exclude', []);
          assert.is(repo.git('config', '--local', '--list'), before);
        }),
      ));
  }

  it('is no setting that isomorphic-git would write or read wrongly (portable)', () =>
    withRepo((repo) =>
      withEngines(repo, async ({ portable }) => {
        const path = join(repo.root, '.git/config');
        const begun = readFileSync(path, 'utf8');
        const write = (key: string) => portable.writeConfig('local', key, ['yes']);
        const odd = ['[checkpoint] remote = a\n', '[checkpoint]\n\tremote = a\\\n  b\n'];
        for (const text of odd) {
          writeFileSync(path, begun + text);
          await expectRefusal(write('checkpoint.remote'), /'checkpoint\.remote'/);
          assert.is(readFileSync(path, 'utf8'), begun + text);
        }
        await expectRefusal(write('checkpoint.odd "name".value'), /odd "name"/);
        assert.not(existsSync(`${path}.lock`));
      }),
    ));

  it('survives both engines and git moving one ref at once', () =>
    withRepo((repo) =>
      withEngines(repo, async (engines) => {
        const [one] = twoCommits(repo);
        repo.git('update-ref', 'refs/checkpoints/1', one);
        const adders = [engines.native, engines.portable, engines.portable].map((engine, at) =>
          append(engine, `${engine.name} ${at}`),
        );
        await Promise.all(adders);
        const lines = repo.git('cat-file', 'blob', 'refs/checkpoint-meta/list').split('\n');
        assert.is(lines.length, 24);
      }),
    ));
});

async function expectMoves(engine: GitEngine, repo: TestRepo, [one, two]: [string, string]): Promise<void> {
  const move = (...step: RefUpdate[]) => engine.moveRefs([step]);
  const [ref, other] = ['refs/checkpoints/1', 'refs/checkpoints/2'];
  assert.is(await move({ ref, new: one }), 1, 'creates');
  assert.is(await move({ ref, new: two }), 0, 'does not create what is there');
  assert.is(await move({ ref, old: two, new: one }), 1, 'counts as done what is so already');
  assert.is(await move({ ref, old: one, new: two }), 1, 'updates');
  assert.is(await move({ ref, old: one, new: one }), 0, 'loses against a newer value');
  assert.is(await move({ ref, old: one }), 0, 'does not delete a newer value');
  repo.git('pack-refs', '--all');
  assert.is(await move({ ref, old: one, new: one }), 0, 'sees packed values');
  assert.is(await move({ ref, old: two, new: one }), 1, 'updates a packed ref');
  repo.git('pack-refs', '--all');
  assert.is(await move({ ref, old: one }, { ref: other, new: two }), 1, 'does several at once');
  assert.is(refsOf(repo), `${other} ${two}`);
  assert.is(await move({ ref, new: one }, { ref: other, old: one }), 0, 'does none when one is lost');
  assert.is(refsOf(repo), `${other} ${two}`);
  assert.is(await engine.moveRefs([[{ ref, new: one }], [{ ref: other, old: one }], [{ ref, old: one }]]), 1);
  assert.is(refsOf(repo), `${ref} ${one}\n${other} ${two}`);
  const absent = 'f'.repeat(40);
  await engine.moveRefs([[{ ref: 'refs/checkpoints/3', new: absent }]]).then(
    () => assert.unreachable('pointed at nothing'),
    (error: Error) => assert.match(error.message, absent),
  );
}

function commitText(tree: string): string {
  return `tree ${tree}\nauthor A <a@b.c> 1 +0000\ncommitter A <a@b.c> 1 +0000\n\nnotes\n`;
}

/** Commits, each with a note, in the folders that git makes for so many. */
function notesByGit(repo: TestRepo, count: number): string[] {
  const stream = ['blob\nmark :1\ndata 5\nnote\n\n'];
  const person = 'committer A <a@b.c> 1 +0000';
  for (let at = 0; at < count; at += 1) {
    const text = `commit ${at}`;
    stream.push(`commit refs/heads/many\nmark :${at + 2}\n${person}\ndata ${text.length}\n${text}\n`);
  }
  stream.push(`commit refs/notes/checkpoints\n${person}\ndata 5\nnotes\n`);
  for (let at = 0; at < count; at += 1) stream.push(`N :1 :${at + 2}\n`);
  const run = spawnSync('git', ['fast-import', '--quiet'], { cwd: repo.root, env: repo.env, input: stream.join('') });
  assert.is(run.status, 0, String(run.stderr));
  return repo.git('rev-list', 'refs/heads/many').split('\n');
}

/** Adds lines to a list behind a ref, as often as others get there first. */
async function append(engine: GitEngine, name: string): Promise<void> {
  const ref = 'refs/checkpoint-meta/list';
  for (let left = 8; left > 0; ) {
    const [old] = await engine.readObjects([ref]);
    const text = `${old === undefined ? '' : Buffer.from(old.bytes).toString()}${name}\n`;
    const oid = await engine.writeObject('blob', Buffer.from(text));
    const update = { ref, ...(old === undefined ? {} : { old: old.oid }), new: oid };
    if ((await engine.moveRefs([[update]])) === 1) left -= 1;
    else await sleep(Math.random() * 20);
  }
}
