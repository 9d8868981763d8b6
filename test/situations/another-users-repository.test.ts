import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { refuseForeignRepository } from '../../src/git/ownership.ts';
import { describe } from '../support/suite.ts';
import { itWithTwoUsers, type TestUser } from '../support/two-users.ts';

const SECRET = 'TOP-SECRET-OF-VICTIM';

const event = (cwd: string, name: string, more: object = {}) =>
  JSON.stringify({ hook_event_name: name, session_id: 'session-1', cwd, ...more });

const sessionStart = (cwd: string) => event(cwd, 'SessionStart', { source: 'startup' });

/** Everything below a folder with its content, so that two looks can be compared. */
function contentOf(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const files = names.filter((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile());
  return files.map((name) => `${name}\n${readFileSync(join(folder, name), 'latin1')}`).join('\n');
}

function plant(mallory: TestUser, root: string): void {
  mallory.run(['mkdir', '-p', root]);
  mallory.git(root, 'init', '--quiet', '--initial-branch=main');
}

describe('a repository of another user', (it) => {
  itWithTwoUsers(it, 'gets no line of a hook through a link to a start-up file', ({ mallory, victim, shared }) => {
    const bashrc = join(victim.home, '.bashrc');
    victim.run(['sh', '-c', 'umask 077; echo "# mine" > .bashrc']);
    const root = join(shared, `x';touch $HOME\${PATH:0:1}PWNED;'`);
    plant(mallory, root);
    // The folder of the repository's owner, and the one that the victim would have beside it.
    for (const folder of ['git-checkpoint', `git-checkpoint-${victim.uid}`]) {
      mallory.run(['mkdir', '-m', '777', join('.git', folder)], { cwd: root });
      mallory.run(['ln', '-s', bashrc, join('.git', folder, 'journal')], { cwd: root });
    }
    for (const name of ['SessionStart', 'Stop', 'SessionEnd', 'UserPromptSubmit']) {
      const hook = victim.checkpoint(
        root,
        ['hook', 'claude-code'],
        event(root, name, { source: 'startup', prompt: 'x' }),
      );
      assert.is(hook.status, 0, hook.stderr);
    }
    victim.checkpoint(root, ['hook', 'claude-code', '--run-jobs']);
    assert.is(readFileSync(bashrc, 'utf8'), '# mine\n');
    victim.run(['bash', '-ic', 'true']);
    assert.not.ok(existsSync(join(victim.home, 'PWNED')));
    assert.match(readFileSync(join(victim.home, '.local/state/git-checkpoint/journal'), 'utf8'), 'dubious ownership');
  });

  itWithTwoUsers(it, 'is refused by the word of git where users have no numbers, as on Windows', async (users) => {
    const root = join(users.shared, 'repo');
    plant(users.mallory, root);
    const place = { root, gitDir: join(root, '.git'), commonDir: join(root, '.git'), prefix: '' };
    const refused = (env: Record<string, string>) =>
      refuseForeignRepository(place, { env }, 'win32').then(
        () => '',
        (error: Error) => error.message,
      );
    const { env } = users.victim;
    assert.match(await refused(env), 'dubious ownership');
    const trusting = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'safe.directory', GIT_CONFIG_VALUE_0: root };
    assert.is(await refused({ ...env, ...trusting }), '');
    assert.is(await refused({ ...env, PATH: '' }), '', 'without a git nobody can say');
  });

  itWithTwoUsers(it, 'is refused by every command, and nothing in it changes', ({ mallory, victim, shared }) => {
    const root = join(shared, 'repo');
    plant(mallory, root);
    mallory.checkpoint(root, ['save', '-m', 'Theirs']);
    mallory.run(['chmod', '-R', 'a+rwX', '.git'], { cwd: root });
    const before = contentOf(join(root, '.git'));
    const commands = ['save', 'list', 'show 1', 'status', 'resume', 'restore 1', 'doctor', 'undo', 'verify'];
    for (const command of commands) {
      for (const engine of ['native', 'portable']) {
        const done = victim.run(['env', `GIT_CHECKPOINT_ENGINE=${engine}`, process.execPath, ...cli(command)], {
          cwd: root,
        });
        const said = done.stdout + done.stderr;
        assert.match(said, 'dubious ownership', `${engine} ${command}: ${said}`);
      }
    }
    assert.is(contentOf(join(root, '.git')), before);
  });

  itWithTwoUsers(it, 'cannot choose the engine that would trust it', ({ mallory, victim, shared }) => {
    const hub = join(shared, 'hub');
    mallory.run(['mkdir', '-m', '1777', hub]);
    plant(mallory, hub);
    mallory.git(hub, 'config', 'checkpoint.engine', 'portable');
    mallory.run(['sh', '-c', 'echo x > bait'], { cwd: hub });
    mallory.run([process.execPath, ...cli('save --next INJECTED')], {
      cwd: hub,
      env: { GIT_AUTHOR_EMAIL: 'user-1502@example.com', GIT_COMMITTER_EMAIL: 'user-1502@example.com' },
    });
    mallory.run(['chmod', '-R', 'a+rwX', '.git'], { cwd: hub });
    const own = join(hub, 'victim');
    victim.run(['sh', '-c', `umask 077; mkdir ${own}; echo ${SECRET} > ${own}/plan.txt`]);
    for (const engine of ['', 'portable']) {
      const env = { GIT_CHECKPOINT_ENGINE: engine };
      const hook = (input: string) =>
        victim.run([process.execPath, ...cli('hook claude-code')], { cwd: own, env, input });
      const started = hook(sessionStart(own));
      assert.not.match(started.stdout, 'INJECTED');
      assert.match(started.stdout, 'dubious ownership');
      hook(event(own, 'UserPromptSubmit', { prompt: 'Go' }));
      hook(event(own, 'Stop'));
      victim.run([process.execPath, ...cli('hook claude-code --run-jobs')], { cwd: own, env });
    }
    assert.is(mallory.run(['cat', 'victim/plan.txt'], { cwd: hub }).status, 1);
    assert.is(mallory.git(hub, 'for-each-ref', '--format=%(refname)', 'refs/checkpoints'), 'refs/checkpoints/1');
  });

  itWithTwoUsers(it, 'is opened when the user named it in safe.directory', ({ mallory, victim, shared }) => {
    const root = join(shared, 'repo');
    plant(mallory, root);
    mallory.run(['sh', '-c', 'echo x > file && chmod -R a+rwX .'], { cwd: root });
    for (const [engine, safe] of [
      ['native', root],
      ['portable', '*'],
      ['native', join(shared, '*')],
    ] as const) {
      victim.run(['git', 'config', '--global', 'safe.directory', safe]);
      const plain = victim.run(['git', 'status'], { cwd: root });
      const done = victim.run([process.execPath, ...cli('list')], {
        cwd: root,
        env: { GIT_CHECKPOINT_ENGINE: engine },
      });
      assert.is(done.status === 0, plain.status === 0, `${engine} ${safe}: ${done.stderr}`);
    }
    mallory.git(root, 'config', 'safe.directory', '*');
    victim.run(['git', 'config', '--global', '--unset-all', 'safe.directory']);
    assert.is(
      victim.run([process.execPath, ...cli('list')], { cwd: root, env: { GIT_CHECKPOINT_ENGINE: 'portable' } }).status,
      128,
    );
  });
});

describe('the folder of this program in a repository', (it) => {
  itWithTwoUsers(it, 'is refused when it is a link or somebody else made it', ({ mallory, victim, shared }) => {
    for (const planted of ['link', 'folder']) {
      const root = join(shared, planted);
      plant(victim, root);
      victim.run(['chmod', '777', '.git'], { cwd: root });
      mallory.run(['mkdir', '-m', '777', join(shared, `bait-${planted}`)]);
      const command = planted === 'link' ? ['ln', '-s', join(shared, 'bait-link')] : ['mkdir', '-m', '777'];
      mallory.run([...command, '.git/git-checkpoint'], { cwd: root });
      const save = victim.checkpoint(root, ['save', '-m', 'x']);
      assert.is(save.status, 128, save.stdout);
      assert.match(save.stderr, /git-checkpoint' (is a link|belongs to another user)/);
      const hook = victim.checkpoint(root, ['hook', 'claude-code'], sessionStart(root));
      assert.match(hook.stdout, 'git-checkpoint saves nothing here');
      assert.equal(readdirSync(join(shared, `bait-${planted}`)), []);
      assert.equal(readdirSync(join(root, '.git/git-checkpoint')), []);
    }
  });

  itWithTwoUsers(it, 'and the files in it are for their owner alone', ({ mallory, victim, shared }) => {
    const root = join(shared, 'mine');
    plant(victim, root);
    victim.git(root, 'config', '--global', 'http.https://example.com.extraheader', 'Authorization: Basic c2VjcmV0');
    victim.run(['mkdir', '-m', '755', '.git/git-checkpoint'], { cwd: root });
    victim.run(['sh', '-c', 'echo x > file; touch -d "1 hour ago" .git/config ~/.gitconfig-of-test'], { cwd: root });
    victim.checkpoint(root, ['save', '-m', 'x']);
    victim.checkpoint(root, ['hook', 'claude-code'], sessionStart(root));
    const own = join(root, '.git/git-checkpoint');
    const open = readdirSync(own, { recursive: true, encoding: 'utf8' }).filter(
      (name) => statSync(join(own, name)).mode & 0o077,
    );
    assert.equal(open, []);
    assert.is(statSync(own).mode & 0o777, 0o700);
    assert.is(mallory.run(['cat', '.git/git-checkpoint/config.json'], { cwd: root }).status, 1);
    assert.not.match(contentOf(own), 'c2VjcmV0');
  });

  itWithTwoUsers(
    it,
    'is one for each user of a repository that a group shares',
    ({ mallory: ada, victim: bea, shared }) => {
      const root = join(shared, 'group');
      ada.run(['mkdir', '-m', '2775', root]);
      ada.git(root, 'init', '--quiet', '--initial-branch=main', '--shared=group');
      ada.run(['sh', '-c', 'umask 002; echo 1 > a'], { cwd: root });
      assert.is(ada.checkpoint(root, ['save', '-m', 'Of Ada', '--next', 'INJECTED']).status, 0);
      bea.git(root, 'config', '--global', 'safe.directory', root);
      bea.run(['sh', '-c', 'umask 002; echo 2 > b'], { cwd: root });
      const second = bea.checkpoint(root, ['save', '-m', 'Of Bea']);
      assert.is(second.status, 0, second.stderr);
      const third = ada.checkpoint(root, ['save', '-m', 'Of Ada again', '--next', 'x']);
      assert.is(third.status, 0, third.stderr);
      assert.is(bea.git(root, 'for-each-ref', '--format=%(refname)', 'refs/checkpoints').split('\n').length, 3);
      const resumed = bea.checkpoint(root, ['hook', 'claude-code'], sessionStart(root));
      assert.not.match(resumed.stdout, 'Of Ada');
      assert.match(resumed.stdout, 'Of Bea');
      const words = bea.checkpoint(root, ['show', '2', '--json']).stdout;
      assert.not.match(words, 'INJECTED', 'words of Ada do not become words of Bea');
    },
  );
});

function cli(command: string): string[] {
  return [new URL('../../dist/git-checkpoint.cjs', import.meta.url).pathname, ...command.split(' ')];
}
