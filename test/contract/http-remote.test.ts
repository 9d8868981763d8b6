import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { fixedWorld } from '../support/fixed-world.ts';
import { openPortableIn } from '../support/open-portable.ts';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, testRepo, withRepo } from '../support/with-repo.ts';
import { withHttpServer } from './http-server.ts';

const call = { remote: 'origin', background: true, patienceMs: 20_000 };

/** A bare repository that takes pushes, and two clones of it. */
function three(repo: TestRepo, address: string): { hub: TestRepo; one: TestRepo; two: TestRepo } {
  repo.write('a.txt', 'one\n');
  repo.commit('ground');
  repo.git('clone', '--quiet', '--bare', '.', '../hub.git');
  const hub = testRepo(repo.home, join(repo.home, 'hub.git'));
  hub.git('config', 'http.receivepack', 'true');
  for (const name of ['one', 'two']) {
    hub.git('clone', '--quiet', hub.root, join(repo.home, name));
    testRepo(repo.home, join(repo.home, name)).git('remote', 'set-url', 'origin', `${address}/hub.git`);
  }
  return { hub, one: testRepo(repo.home, join(repo.home, 'one')), two: testRepo(repo.home, join(repo.home, 'two')) };
}

describe('the portable engine over http', (it) => {
  it('shares checkpoints between two clones without git', () =>
    withRepo((repo) =>
      withHttpServer(repo, 'secret-token', async (address) => {
        const { hub, one, two } = three(repo, address);
        const env = { GIT_CHECKPOINT_ENGINE: 'portable', GIT_CHECKPOINT_TOKEN: 'secret-token', PATH: '/nowhere' };
        const done = async (at: TestRepo, ...args: string[]) => {
          const { status, stdout, stderr } = await runMain(at, args, { env });
          assert.is(status, 0, `${args.join(' ')}: ${stderr}`);
          return stdout;
        };
        one.write('a.txt', 'changed in one\n');
        one.write('new/b.txt', 'new\n');
        await done(one, 'save', '-m', 'From one');
        await done(one, 'push', 'origin');
        assert.is(hub.git('show', 'refs/checkpoints/1:new/b.txt'), 'new');
        assert.is(hub.git('fsck', '--strict', '--no-dangling'), '');
        two.write('a.txt', 'changed in two\n');
        await done(two, 'save', '-m', 'From two');
        await done(two, 'sync', 'origin');
        assert.match(await done(two, 'list'), /From one/);
        await done(one, 'sync', 'origin');
        assert.is(JSON.parse(await done(one, 'list', '--json')).length, 2);
        for (const clone of [one, two]) assert.is(clone.git('fsck', '--strict', '--no-dangling'), '');
        assert.is(two.git('show', 'refs/checkpoints/1:a.txt'), 'changed in one');
      }),
    ));

  it('moves a ref there only from the value that was named', () =>
    withRepo((repo) =>
      withHttpServer(repo, '', async (address) => {
        const { hub, one } = three(repo, address);
        const engine = await openPortableIn(one.root, fixedWorld(one.root, { env: one.env }));
        const first = one.git('rev-parse', 'HEAD');
        one.write('a.txt', 'next\n');
        const second = one.commit('next');
        const ref = 'refs/checkpoints/7';
        const push = (atomic: boolean, old: string | undefined, now: string | undefined) =>
          engine.remote?.push(call, {
            updates: [{ ref, ...(old ? { old } : {}), ...(now ? { new: now } : {}) }],
            atomic,
          });
        assert.equal(await push(true, undefined, first), { kind: 'done' });
        assert.equal(await push(true, undefined, second), { kind: 'lost' });
        assert.equal(await push(true, first, second), { kind: 'done' });
        assert.is(hub.git('rev-parse', ref), second);
        assert.equal(await push(false, second, undefined), { kind: 'done' });
        hub.git('config', 'receive.advertiseAtomic', 'false');
        assert.equal(await push(true, undefined, first), { kind: 'not-atomic' });
        await engine.close();
      }),
    ));

  it('fetches by refspecs, prunes what went, and takes no damaged object', () =>
    withRepo((repo) =>
      withHttpServer(repo, '', async (address) => {
        const { hub, one } = three(repo, address);
        for (const number of [1, 2, 3]) hub.git('update-ref', `refs/checkpoints/${number}`, 'HEAD');
        const engine = await openPortableIn(one.root, fixedWorld(one.root, { env: one.env }));
        const refspecs = ['+refs/checkpoints/*:refs/checkpoint-sync/origin/c/*', '^refs/checkpoints/2'];
        const fetched = () => engine.remote?.fetch(call, { refspecs, prune: true });
        const copies = () => one.git('for-each-ref', '--format=%(refname:lstrip=4)', 'refs/checkpoint-sync');
        assert.equal(await fetched(), { kind: 'done' });
        assert.is(copies(), '1\n3');
        hub.git('update-ref', '-d', 'refs/checkpoints/3');
        assert.equal(await fetched(), { kind: 'done' });
        assert.is(copies(), '1');
        const evil = badCommit(hub);
        hub.git('update-ref', 'refs/checkpoints/4', evil);
        const outcome = await fetched();
        assert.is(outcome?.kind, 'damaged');
        assert.is(copies(), '1');
        assert.is(one.tryGit('cat-file', '-e', evil).status, 1);
        await engine.close();
      }),
    ));

  it('reads packs with deltas of a long history', () =>
    withRepo((repo) =>
      withHttpServer(repo, '', async (address) => {
        const { hub, one } = three(repo, address);
        for (let at = 0; at < 20; at += 1) {
          repo.write(
            'long.txt',
            Array.from({ length: 500 }, (_, line) => `${line} ${line % 20 === at ? at : ''}\n`).join(''),
          );
          repo.commit(`step ${at}`);
        }
        repo.git('gc', '--quiet');
        repo.git('push', '--quiet', hub.root, 'HEAD:refs/checkpoints/9');
        hub.git('gc', '--quiet');
        const engine = await openPortableIn(one.root, fixedWorld(one.root, { env: one.env }));
        const refspecs = ['+refs/checkpoints/9:refs/checkpoint-sync/origin/c/9'];
        assert.equal(await engine.remote?.fetch(call, { refspecs, prune: false }), { kind: 'done' });
        assert.is(one.git('rev-list', '--count', 'refs/checkpoint-sync/origin/c/9'), '21');
        assert.is(one.git('fsck', '--strict', '--full', '--no-dangling'), '');
        const beyond = await engine.remote?.reachedBeyond(
          [one.git('rev-parse', 'refs/checkpoint-sync/origin/c/9')],
          ['refs/heads/'],
        );
        assert.is(beyond?.length, 60);
        await engine.close();
      }),
    ));

  it('shows the headers that the configuration names for an address, and only there', () =>
    withRepo((repo) =>
      withHttpServer(repo, 'secret-token', async (address) => {
        const { one } = three(repo, address);
        const env = { GIT_CHECKPOINT_ENGINE: 'portable' };
        const header = `Authorization: Basic ${Buffer.from('x-access-token:secret-token').toString('base64')}`;
        one.write('a.txt', 'changed\n');
        await runMain(one, ['save', '-m', 'x'], { env });
        one.git('config', 'http.https://example.com.extraHeader', header);
        assert.match((await runMain(one, ['push', 'origin'], { env })).stderr, /answered 401/);
        one.git('config', `http.${address}.extraHeader`, header);
        const pushed = await runMain(one, ['push', 'origin'], { env });
        assert.is(pushed.status, 0, pushed.stderr);
      }),
    ));

  it('says so when nobody answers, when what answers is no repository, and when there is no such remote', () =>
    withRepo(async (repo) => {
      let closed = '';
      const env = { GIT_CHECKPOINT_ENGINE: 'portable' };
      const tryAt = async (address: string, ...args: string[]) => {
        repo.git('config', 'remote.origin.url', address);
        const run = await runMain(repo, ['sync', 'origin', ...args], { env });
        assert.is(run.status, 128, run.stdout);
        return run.stderr;
      };
      await checkpoint(repo, 'save');
      const talk = createServer((request, response) => {
        if (request.url?.startsWith('/words')) response.end('<html>Welcome</html>');
        else if (request.url?.startsWith('/half')) response.writeHead(200, { 'content-length': '100' }).write('00');
      });
      await new Promise<void>((resolve) => talk.listen(0, '127.0.0.1', resolve));
      try {
        closed = `http://127.0.0.1:${(talk.address() as AddressInfo).port}`;
        assert.match(await tryAt(`${closed}/words`), /^fatal: .*\n?hint: /m);
        assert.match(await tryAt(`${closed}/silent`, '--timeout', '1'), 'no response for 1 s');
        assert.match(await tryAt(`${closed}/half`, '--timeout', '1'), "cannot reach 'origin'");
      } finally {
        talk.closeAllConnections();
        await new Promise((resolve) => talk.close(resolve));
      }
      assert.match(await tryAt(`${closed}/gone`), /cannot reach 'origin': (?!fetch failed)./);
      assert.match((await runMain(repo, ['sync', 'nowhere'], { env })).stderr, "no remote 'nowhere'");
    }));

  it('says what is missing when it is not let in, and why ssh cannot be spoken', () =>
    withRepo((repo) =>
      withHttpServer(repo, 'secret-token', async (address) => {
        const { one } = three(repo, address);
        const env = { GIT_CHECKPOINT_ENGINE: 'portable' };
        one.write('a.txt', 'changed\n');
        await runMain(one, ['save', '-m', 'x'], { env });
        const closed = await runMain(one, ['push', 'origin'], { env });
        assert.is(closed.status, 128);
        assert.match(closed.stderr, /answered 401[\s\S]*GIT_CHECKPOINT_TOKEN/);
        one.git('remote', 'set-url', 'origin', 'git@example.com:team/project.git');
        const ssh = await runMain(one, ['push', 'origin'], { env });
        assert.is(ssh.status, 128);
        assert.match(ssh.stderr, /speaks ssh[\s\S]*https:\/\/example\.com\//);
      }),
    ));

  it('follows no ref whose name leads to another file', () =>
    withRepo(async (repo) => {
      const oid = repo.commit('ground');
      const line = (text: string) => (text.length + 4).toString(16).padStart(4, '0') + text;
      const announced = line(`${oid} refs/checkpoints/../../config\0ofs-delta\n`);
      const server = createServer((_, response) =>
        response
          .writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' })
          .end(`${line('# service=git-upload-pack\n')}0000${announced}0000`),
      );
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      repo.git('remote', 'add', 'origin', `http://127.0.0.1:${(server.address() as AddressInfo).port}/hub.git`);
      const before = repo.git('config', '--list', '--local');
      const engine = await openPortableIn(repo.root, fixedWorld(repo.root, { env: repo.env }));
      try {
        const refspecs = ['+refs/checkpoints/*:refs/remote-checkpoints/*'];
        await engine.remote?.fetch(call, { refspecs, prune: false });
      } finally {
        await engine.close();
        server.close();
      }
      assert.is(repo.git('config', '--list', '--local'), before);
    }));
});

/** A commit whose tree has an entry that leads out of a working tree. */
function badCommit(hub: TestRepo): string {
  const blob = hub.git('rev-parse', 'HEAD:a.txt');
  hub.write('evil-tree', Buffer.concat([Buffer.from('100644 .git\0'), Buffer.from(blob, 'hex')]));
  return hub.git('commit-tree', '-m', 'bad', hub.git('hash-object', '-w', '-t', 'tree', '--literally', 'evil-tree'));
}
