import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { planted } from '../support/planted-secrets.ts';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { withClones } from '../support/with-clones.ts';
import type { TestRepo } from '../support/with-repo.ts';

/** Everything that a repository holds, as text. */
function contents(repo: TestRepo): string {
  const objects = repo.git('cat-file', '--batch-all-objects', '--batch-check=%(objectname) %(objecttype)').split('\n');
  return objects
    .filter((line) => !line.endsWith(' tree'))
    .map((line) => repo.git('cat-file', line.split(' ')[1] ?? '', line.split(' ')[0] ?? ''))
    .join('\n');
}

/** A piece that is found in nothing else. */
const secretPart = (secret: string) => (secret.split('\n')[1] ?? secret.replace(/@.*|"$/, '')).slice(-16);

function expectNothingOf(remote: TestRepo): void {
  const arrived = contents(remote);
  for (const [kind, secret] of Object.entries(planted)) assert.not.ok(arrived.includes(secretPart(secret)), kind);
}

describe('secrets', (it) => {
  it("in the index before the first commit are the checkpoint's own, and can be taken out of it", () =>
    withClones(async ({ ada, remote }) => {
      ada.git('switch', '--quiet', '--orphan', 'fresh');
      ada.write('a.ts', `const key = '${planted['github']}';\n`);
      ada.git('add', 'a.ts');
      ada.write('a.ts', 'const key = process.env.KEY;\n');
      await checkpoint(ada, '-m', 'Staged');
      const refused = await runMain(ada, ['push', 'origin']);
      assert.match(refused.stderr, 'checkpoint 1: a.ts, line 1: github-token');
      assert.not.match(refused.stderr, 'rewrite those first');
      await checkpoint(ada, 'redact', '1');
      await checkpoint(ada, 'push', 'origin');
      expectNothingOf(remote);
    }));

  it('takes files and folders out that are named, and says so when there is no such change', () =>
    withClones(async ({ ada }) => {
      ada.write('notes/a.txt', 'one\n');
      ada.write('notes/b.txt', 'two\n');
      ada.write('readme.txt', 'changed\n');
      await checkpoint(ada, '-m', 'work');
      const wrong = await runMain(ada, ['redact', '1', '--file', 'nowhere']);
      assert.equal([wrong.status, wrong.stdout], [128, '']);
      assert.match(wrong.stderr, /checkpoint 1 does not change 'nowhere'\nhint: `git checkpoint show 1` lists/);
      const told = await checkpoint(ada, 'redact', '1', '--file', 'notes/', '--file', 'readme.txt');
      assert.match(told, /^Removed notes\/a\.txt\nRemoved notes\/b\.txt\nRemoved readme\.txt\n/);
      assert.is(ada.git('ls-tree', '-r', '--name-only', 'refs/checkpoints/1'), 'readme.txt');
      assert.is(ada.git('show', 'refs/checkpoints/1:readme.txt'), 'begin');
    }));

  it('leave counts behind that are those of the files that are left', () =>
    withClones(async ({ ada }) => {
      ada.write('notes.txt', 'one\ntwo\nthree\n');
      ada.write('readme.txt', 'begin\nmore\n');
      await checkpoint(ada, '-m', 'work');
      await checkpoint(ada, 'redact', '1', '--file', 'notes.txt');
      const shown = await checkpoint(ada, 'show', '1');
      assert.match(shown, /^1 file, \+1 -0/m);
      const { analysis } = JSON.parse(await checkpoint(ada, 'show', '1', '--json'));
      assert.equal(analysis.current_state, ['Uncommitted: 1 file, +1 -0']);
      assert.match(shown, /notes\.txt {2}redacted, 14 bytes/);
      assert.not.match(shown, 'looks like a secret');
    }));

  it('are taken out of the file that is named from where one stands', () =>
    withClones(async ({ ada }) => {
      ada.write('notes.txt', 'fine\n');
      ada.write('src/notes.txt', 'private\n');
      await checkpoint(ada, '-m', 'one');
      const below = { ...ada, root: join(ada.root, 'src') };
      assert.match(await checkpoint(below, 'redact', '1', '--file', './notes.txt'), 'Removed src/notes.txt');
      assert.is(ada.git('ls-tree', '-r', '--name-only', 'refs/checkpoints/1'), 'notes.txt\nreadme.txt');
    }));

  it('can be words that a program reads: the checkpoint keeps its uid and can be read', () =>
    withClones(async ({ ada }) => {
      ada.write('work.txt', 'one\n');
      await checkpoint(ada, '-m', 'a manual of 2026, page 1');
      const uid = async () => /^uid: "?(\w+)/m.exec(await checkpoint(ada, 'show', '1', '--format=yaml'))?.[1] ?? '';
      const before = await uid();
      const texts = ['manual', '20', before.slice(4, 8)].flatMap((text) => ['--text', text]);
      await checkpoint(ada, 'redact', '1', ...texts);
      assert.is(await uid(), before);
      assert.match(
        await checkpoint(ada, 'list', '--flat'),
        /manual .* a \[REDACTED:text\] of \[REDACTED:text\]26, page 1/,
      );
      const empty = await runMain(ada, ['redact', '1', '--text', '']);
      assert.is(empty.status, 129);
      assert.match(empty.stderr, 'the text to take out is empty');
    }));

  it('of fifteen kinds in files stay here: the push is refused and names checkpoint, file and line', () =>
    withClones(async ({ ada, remote }) => {
      const kinds = Object.entries(planted);
      for (const [at, [kind, secret]] of kinds.entries()) {
        ada.write(`src/${kind}.txt`, `harmless\n${secret}\n`);
        if (at % 2 === 0) ada.git('add', `src/${kind}.txt`);
        if (at % 5 === 4) await checkpoint(ada, '-m', `up to ${kind}`);
      }
      for (const command of ['push', 'sync']) {
        const run = await runMain(ada, [command]);
        assert.is(run.status, 1);
        for (const [at, [kind]] of kinds.entries())
          if (at < 10) assert.match(run.stderr, `checkpoint ${Math.floor(at / 5) + 1}: src/${kind}.txt, line 2: `);
        assert.match(run.stderr, /and \d+ more/);
        for (const secret of Object.values(planted)) assert.not.match(run.stderr + run.stdout, secretPart(secret));
      }
      expectNothingOf(remote);
      assert.is(remote.git('for-each-ref', 'refs/checkpoints/'), '');
      for (const number of ['1', '2', '3']) await checkpoint(ada, 'redact', number);
      await checkpoint(ada, 'push');
      expectNothingOf(remote);
      assert.is(remote.git('ls-tree', '-r', '--name-only', 'refs/checkpoints/3'), 'readme.txt');
    }));

  it('in words and transcripts of a session do not even get into the note', () =>
    withClones(async ({ ada, remote }) => {
      const secrets = Object.values(planted);
      const given = secrets.flatMap((secret) => [`--decision=keep ${secret}`, `--next=use ${secret}`]);
      await checkpoint(ada, '-m', `now ${secrets[1]}`, `--description=${secrets.join('\n')}`, ...given);
      const said = secrets.map(
        (secret, at) => `User: We decided to use ${secret}\n\nAssistant: Done, ${secret} is in place ${at}.\n`,
      );
      ada.write('../conversation.md', said.join('\n'));
      ada.write('work.txt', 'more\n');
      await checkpoint(ada, 'save', '--transcript', '../conversation.md', '--agent', 'generic');
      await checkpoint(ada, 'push');
      expectNothingOf(remote);
      assert.match(contents(remote), '[REDACTED:');
    }));

  it('in a note that another program wrote are found on the way out', () =>
    withClones(async ({ ada, remote }) => {
      await checkpoint(ada, '-m', 'one');
      const commit = ada.git('rev-parse', 'refs/checkpoints/1');
      const note = ada.git('notes', '--ref=checkpoints', 'show', commit);
      ada.write('../note', note.replace('summary: one', `summary: one ${planted['github']}`));
      ada.git('notes', '--ref=checkpoints', 'add', '--force', '-F', '../note', commit);
      const run = await runMain(ada, ['push']);
      assert.is(run.status, 1);
      assert.match(run.stderr, /checkpoint 1: note, line \d+: github-token/);
      assert.is(remote.git('for-each-ref', 'refs/checkpoints/'), '');
    }));

  it('in commits below that were not pushed are found too', () =>
    withClones(async ({ ada }) => {
      ada.write('config.txt', `${planted['stripe']}\n`);
      ada.commit('a mistake');
      ada.write('config.txt', 'clean\n');
      ada.commit('mended');
      await checkpoint(ada, '-m', 'later');
      const run = await runMain(ada, ['push']);
      assert.is(run.status, 1);
      assert.match(run.stderr, 'checkpoint 1: config.txt, line 1: ');
      assert.match(run.stderr, 'hint: Some are in unpushed commits');
    }));

  it('can be taken out: number and uid stay, and the push goes through', () =>
    withClones(async ({ ada, bea, remote }) => {
      ada.write('readme.txt', `begin\n${planted['npm']}\n`);
      ada.write('src/new.txt', `${planted['jwt']}\n`);
      ada.write('src/fine.txt', 'fine\n');
      ada.git('add', 'src/new.txt');
      await checkpoint(ada, '-m', 'work');
      const uid = JSON.parse(await checkpoint(ada, 'list', '--json'))[0].uid;
      assert.is(
        await checkpoint(ada, 'redact', '1'),
        'Removed readme.txt\nRemoved src/new.txt\nRewrote checkpoint 1.\n',
      );
      await checkpoint(ada, 'sync');
      await checkpoint(bea, 'sync');
      const [there] = JSON.parse(await checkpoint(bea, 'list', '--json'));
      assert.equal([there.number, there.uid, there.summary], [1, uid, 'work']);
      assert.is(bea.git('show', 'refs/checkpoints/1:readme.txt'), 'begin');
      assert.is(bea.git('ls-tree', '-r', '--name-only', 'refs/checkpoints/1', 'src/'), 'src/fine.txt');
      for (const kind of ['npm', 'jwt']) assert.not.ok(contents(remote).includes(secretPart(planted[kind] ?? '')));
      assert.is((await runMain(ada, ['redact', '1'])).status, 1);
    }));

  it('are found where other objects stand in for those that hold them', () =>
    withClones(async ({ ada, remote }) => {
      ada.write('config.txt', `${planted['stripe']}\n`);
      await checkpoint(ada, '-m', 'one');
      ada.write('../clean', 'clean\n');
      ada.git('replace', 'refs/checkpoints/1:config.txt', ada.git('hash-object', '-w', '../clean'));
      const run = await runMain(ada, ['push']);
      assert.is(run.status, 1);
      assert.match(run.stderr, 'checkpoint 1: config.txt, line 1: ');
      assert.is(remote.git('for-each-ref', 'refs/checkpoints/'), '');
      assert.match(await checkpoint(ada, 'redact', '1'), 'Removed config.txt');
      await checkpoint(ada, 'push');
    }));

  for (const [state, prepare] of [
    ['is empty', () => undefined],
    ['has a part of it', (ada: TestRepo, place: string) => ada.git('push', '--quiet', place, 'HEAD~1:refs/heads/main')],
  ] as const) {
    it(`in history that another place under the same name has are found when this one ${state}`, () =>
      withClones(async ({ ada, remote }) => {
        ada.write('config.txt', `${planted['stripe']}\n`);
        ada.commit('a mistake');
        ada.git('push', '--quiet', 'origin', 'main');
        const place = `${remote.root}-public`;
        ada.git('init', '--quiet', '--bare', place);
        prepare(ada, place);
        ada.git('remote', 'set-url', 'origin', place);
        await checkpoint(ada, '-m', 'later');
        const run = await runMain(ada, ['push']);
        assert.is(run.status, 1);
        assert.match(run.stderr, 'checkpoint 1: config.txt, line 1: ');
        ada.git('push', '--quiet', place, 'main');
        assert.match(await checkpoint(ada, 'push'), 'Sent 1 checkpoint');
      }));
  }

  it('that are none can be allowed for one checkpoint, on record', () =>
    withClones(async ({ ada, remote }) => {
      ada.write('sample.txt', `${planted['slack']}\n`);
      await checkpoint(ada, '-m', 'one');
      assert.is((await runMain(ada, ['push'])).status, 1);
      await checkpoint(ada, 'push', '--allow-secret', '1');
      assert.is(remote.git('for-each-ref', '--format=%(refname)', 'refs/checkpoints/'), 'refs/checkpoints/1');
      ada.write('other.txt', `${planted['google']}\n`);
      await checkpoint(ada, '-m', 'two');
      assert.is((await runMain(ada, ['push'])).status, 1);
    }));

  it('are told of every checkpoint that holds them, in snapshot, index and history, by one process for all', () =>
    withClones(async ({ ada }) => {
      ada.write('deep/old.ts', `${planted['google']}\n`);
      ada.commit('not pushed yet');
      ada.git('rm', '--quiet', 'deep/old.ts');
      ada.commit('too late');
      await checkpoint(ada, '-m', 'History alone');
      ada.write('src/staged.ts', `${planted['stripe']}\n`);
      ada.git('add', '-A');
      ada.git('rm', '--quiet', '--cached', 'readme.txt');
      ada.write('src/staged.ts', 'nothing\n');
      await checkpoint(ada, '-m', 'In the index');
      ada.write('src/deep/now.ts', `\n${planted['github']}\n`);
      for (const summary of ['three', 'four', 'five', 'six']) {
        ada.write('more.txt', summary);
        await checkpoint(ada, '-m', summary);
      }
      ada.write('../../bin/git', '#!/bin/sh\necho "$*" >> "$LOG"\nexec "$REAL" "$@"\n');
      chmodSync(join(ada.home, 'bin/git'), 0o755);
      const log = join(ada.home, 'log');
      const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
      const env = { PATH: `${join(ada.home, 'bin')}:${ada.env['PATH']}`, LOG: log, REAL: real };
      const { stderr } = await runMain(ada, ['push', 'origin'], { env });
      const expected = [1, 2, 3, 4, 5, 6].flatMap((number) => [
        `checkpoint ${number}: deep/old.ts, line 1: google-api-key`,
        ...(number < 2 ? [] : [`checkpoint ${number}: src/staged.ts, line 1: stripe-key`]),
        ...(number < 3 ? [] : [`checkpoint ${number}: src/deep/now.ts, line 2: github-token`]),
      ]);
      assert.equal(
        stderr
          .split('\n')
          .filter((line) => line.startsWith('checkpoint '))
          .sort(),
        expected.sort(),
      );
      const asked = readFileSync(log, 'utf8').split('\n');
      assert.is(asked.filter((line) => line.includes(' rev-list ')).length, 1);
      assert.is(asked.filter((line) => line.includes(' ls-tree ')).length, 0);
    }));

  it("by a file's name alone are refused when the file is new", () =>
    withClones(async ({ ada }) => {
      ada.write('.env', 'MODE=fast\n');
      ada.git('add', '--force', '.env');
      await checkpoint(ada, '-m', 'one');
      const run = await runMain(ada, ['push']);
      assert.is(run.status, 1);
      assert.match(run.stderr, 'checkpoint 1: .env, line 1: file-name');
    }));

  it('are not all that stays: paths, user and host of the machine do, too', () =>
    withClones(async ({ ada, remote }) => {
      ada.write('work.txt', 'x\n');
      const words = `see ${ada.root}/src/a.ts and ${ada.home}/notes.txt, said ada-the-user`;
      await checkpoint(ada, '-m', words, '--next', words);
      await checkpoint(ada, 'push');
      const arrived = contents(remote);
      assert.not.match(arrived, ada.home);
      assert.not.match(arrived, 'ada-the-user');
      assert.match(arrived, 'see src/a.ts and ~/notes.txt, said [user]');
      assert.match(arrived, /working_directory: "?\."?\n/);
      assert.is(JSON.parse(await checkpoint(ada, 'list', '--json'))[0].context.worktree, ada.root);
    }));
});
