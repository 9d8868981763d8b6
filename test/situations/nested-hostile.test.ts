import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { emptyRepo, heldIn, nestedRepo, submodule } from '../support/nested.ts';
import { saveIn } from '../support/open.ts';
import { runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { itWithTwoUsers } from '../support/two-users.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

/** A program that leaves a trace when it runs, and the trace. */
function trap(repo: TestRepo): { readonly program: string; readonly ran: () => boolean } {
  const [program, trace] = [join(repo.home, 'trap'), join(repo.home, 'ran')];
  writeFileSync(program, `#!/bin/sh\ntouch '${trace}'\ncat\n`);
  chmodSync(program, 0o755);
  return { program, ran: () => existsSync(trace) };
}

/** Saves, compares, restores and drops; answers what the save could not capture. */
async function useAll(repo: TestRepo): Promise<string[]> {
  const { skipped } = await saveIn(repo);
  repo.write('a', 'another\n');
  for (const args of [['verify'], ['diff'], ['status'], ['restore', '1', '--yes'], ['undo', '--yes'], ['resume']])
    await runMain(repo, args);
  await runMain(repo, ['drop', '1', '--purge']);
  return skipped.filter(({ why }) => why === 'nested-repository').map(({ path }) => path);
}

interface Attack {
  readonly title: string;
  /** Whether it is harmless once the setting is passed over. */
  readonly isCaptured?: boolean;
  prepare(nested: TestRepo, program: string): void;
}

const attacks: readonly Attack[] = [
  {
    title: 'core.fsmonitor',
    isCaptured: true,
    prepare: (nested, program) => nested.git('config', 'core.fsmonitor', program),
  },
  {
    title: 'hooks',
    isCaptured: true,
    prepare(nested, program) {
      nested.git('config', 'core.hooksPath', join(nested.root, '.git/evil'));
      mkdirSync(join(nested.root, '.git/evil'));
      for (const hook of ['reference-transaction', 'post-index-change', 'post-checkout', 'fsmonitor-watchman'])
        writeFileSync(join(nested.root, '.git/evil', hook), readFileSync(program), { mode: 0o755 });
    },
  },
  {
    title: 'a filter',
    prepare(nested, program) {
      for (const part of ['clean', 'smudge', 'process']) nested.git('config', `filter.x.${part}`, program);
      nested.write('.gitattributes', '* filter=x\n');
    },
  },
  {
    title: 'an included file with a filter',
    prepare(nested, program) {
      writeFileSync(join(nested.root, '.git/more'), `[filter "x"]\n\tclean = ${program}\n`);
      nested.git('config', 'include.path', 'more');
      nested.write('.gitattributes', '* filter=x\n');
    },
  },
  {
    title: 'a promisor remote',
    prepare(nested, program) {
      nested.git('config', 'remote.origin.url', nested.home);
      nested.git('config', 'remote.origin.uploadpack', program);
      nested.git('config', 'remote.origin.promisor', 'true');
    },
  },
  {
    title: 'core.worktree',
    prepare(nested) {
      nested.git('config', 'core.worktree', nested.home);
    },
  },
  { title: 'core.bare', prepare: (nested) => nested.git('config', 'core.bare', 'true') },
];

describe('a hostile repository inside of the working tree', (it) => {
  for (const { title, prepare, isCaptured = false } of attacks) {
    it(`runs nothing by ${title}`, () =>
      withRepo(async (repo) => {
        repo.write('a', '1\n');
        repo.commit('base');
        const nested = nestedRepo(repo, 'nested');
        nested.write('tracked', 'edited\n');
        const { program, ran } = trap(repo);
        prepare(nested, program);
        rmSync(join(repo.home, 'ran'), { force: true });
        assert.equal(await useAll(repo), isCaptured ? [] : ['nested']);
        assert.not.ok(ran());
      }));
  }

  it('runs nothing by a submodule of it', () =>
    withRepo(async (repo) => {
      repo.write('a', '1\n');
      repo.commit('base');
      const nested = nestedRepo(repo, 'nested');
      const sub = submodule(nested, 'sub');
      sub.write('tracked', 'edited\n');
      const { program, ran } = trap(repo);
      sub.git('config', 'core.fsmonitor', program);
      assert.equal(await useAll(repo), []);
      assert.not.ok(ran());
    }));

  it('leads into another repository by its .git: nothing is written there', () =>
    withRepo(async (repo) => {
      repo.commit('base');
      const other = emptyRepo(repo, join(repo.home, 'other'));
      other.write('private', '1\n');
      other.commit('other');
      const before = readdirSync(join(other.root, '.git'), { recursive: true }).sort();
      const ways: readonly ((folder: string) => void)[] = [
        (folder) => writeFileSync(join(folder, '.git'), `gitdir: ${other.root}/.git\n`),
        (folder) => symlinkSync(`${other.root}/.git`, join(folder, '.git')),
        (folder) => {
          repo.git('init', '--quiet', folder);
          writeFileSync(join(folder, '.git/commondir'), `${other.root}/.git\n`);
        },
        ...['objects', 'refs'].map((part) => (folder: string) => {
          repo.git('init', '--quiet', folder);
          rmSync(join(folder, '.git', part), { recursive: true });
          symlinkSync(`${other.root}/.git/${part}`, join(folder, '.git', part));
        }),
      ];
      for (const [at, lead] of ways.entries()) {
        const folder = join(repo.root, `nested${at}`);
        mkdirSync(folder);
        lead(folder);
        writeFileSync(join(folder, 'file'), 'new\n');
      }
      const { checkpoint } = await saveIn(repo);
      assert.is(checkpoint.note.nested, undefined);
      assert.equal(readdirSync(join(other.root, '.git'), { recursive: true }).sort(), before);
    }));

  it('is damaged: it is named, and the save goes on', () =>
    withRepo(async (repo) => {
      repo.commit('base');
      const nested = nestedRepo(repo, 'nested');
      nested.write('tracked', 'edited\n');
      writeFileSync(join(nested.root, '.git/index'), 'no index');
      repo.write('a', '1\n');
      const { checkpoint, skipped } = await saveIn(repo);
      assert.equal([checkpoint.note.nested, skipped.map(({ path }) => path)], [undefined, ['nested']]);
      assert.is(repo.git('show', 'refs/checkpoints/1:a'), '1');
    }));

  it('cannot be written to: it is named, and the save goes on', () =>
    withRepo(async (repo) => {
      repo.commit('base');
      const nested = nestedRepo(repo, 'nested');
      nested.write('tracked', 'edited\n');
      nested.git('update-ref', 'refs/checkpoint-meta/nested', 'HEAD');
      repo.write('a', '1\n');
      const { checkpoint, skipped, warnings } = await saveIn(repo);
      assert.equal([checkpoint.note.nested, skipped.map(({ path }) => path)], [undefined, ['nested']]);
      assert.match(warnings.join(), 'cannot write to the repository nested: ');
      assert.is(repo.git('show', 'refs/checkpoints/1:a'), '1');
    }));

  it('became a link since: nothing is written behind it', () =>
    withRepo(async (repo) => {
      repo.write('a', '1\n');
      repo.commit('base');
      const nested = nestedRepo(repo, 'nested');
      nested.write('tracked', 'edited\n');
      await saveIn(repo);
      renameSync(nested.root, join(repo.home, 'moved'));
      symlinkSync(join(repo.home, 'moved'), nested.root);
      writeFileSync(join(repo.home, 'moved/tracked'), 'later\n');
      repo.write('a', '2\n');
      await runMain(repo, ['restore', '1', '--yes']);
      assert.is(readFileSync(join(repo.home, 'moved/tracked'), 'utf8'), 'later\n');
    }));

  it('is named by a note that leads elsewhere: no ref of another repository goes', () =>
    withRepo(async (repo) => {
      repo.write('a', '1\n');
      repo.commit('base');
      const nested = nestedRepo(repo, 'nested');
      nested.write('tracked', 'edited\n');
      await saveIn(repo);
      const [held] = heldIn(nested);
      await saveIn(repo);
      // The second checkpoint claims what the first one holds.
      const note = repo.git('notes', '--ref=checkpoints', 'show', 'refs/checkpoints/2');
      const commit = held?.split('/').at(-1) ?? '';
      const forged = note.replace(/commit: "?[0-9a-f]{40}"?\n( +)tree/, `commit: "${commit}"\n$1tree`);
      repo.git('notes', '--ref=checkpoints', 'add', '-f', '-m', forged, 'refs/checkpoints/2');
      assert.is((await runMain(repo, ['drop', '2', '--purge'])).status, 0);
      assert.ok(heldIn(nested).includes(held ?? ''));
    }));

  itWithTwoUsers(it, 'is of another user: it is named, and nothing is written there', ({ mallory, victim }) => {
    const project = join(victim.home, 'project');
    mkdirSync(project);
    chownSync(project, victim.uid, 1600);
    victim.git(project, 'init', '--quiet');
    victim.git(project, 'commit', '--quiet', '--allow-empty', '-m', 'base');
    const nested = join(project, 'nested');
    mkdirSync(nested);
    chownSync(nested, mallory.uid, 1600);
    for (const folder of [victim.home, project, nested]) chmodSync(folder, 0o777);
    mallory.git(nested, 'init', '--quiet');
    writeFileSync(join(nested, 'file'), 'of another user\n');
    const before = readdirSync(nested, { recursive: true }).sort();
    const run = victim.checkpoint(project, ['save', '-m', 'one']);
    assert.is(run.status, 0, run.stderr);
    assert.match(run.stderr, 'Not captured: nested (a repository of its own');
    assert.equal(readdirSync(nested, { recursive: true }).sort(), before);
  });
});
