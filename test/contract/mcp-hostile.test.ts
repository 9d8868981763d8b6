import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { withMcp } from '../support/mcp-client.ts';
import { checkpoint } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

const SECRET = 'OUTSIDE-OF-THE-WORKING-TREE';

/** What a model that was talked into something may call a path. */
const paths = (home: string) => [
  ...['..', '../outside', '../../outside', 'a/../../outside', './../outside', '/etc/passwd', '~/outside', '//outside'],
  ...[join(home, 'outside'), `${home}/repo/../outside`, 'link-out', 'link-out/outside', '.git/config', '.GIT/config'],
  ...['.git/hooks/post-checkout', 'a/.git/config', 'git~1/config', '.git\\config', '..\\outside', 'a\u0000b'],
  ...['a\nb', '\u001b[2J', ':(top,glob)**', '--output=pwned'],
];

const ids = [
  ...['../../HEAD', 'refs/heads/main', 'HEAD', '--all', '-1', '1; touch pwned', '$(touch pwned)', '1\n2'],
  ...['0', '99999999999999999999', 'latest~99999', '1^{tree}', '__proto__', ''],
];

const settings: readonly Record<string, unknown>[] = [
  { llm: 'auto' },
  { model: 'x' },
  { remote: 'https://evil.test/x.git' },
  { engine: 'portable' },
  { allowed_authors: ['mallory@example.com'] },
  { sign: false },
  { conversation: 'share' },
  { auto_sync: true },
  { 'core.fsmonitor': 'touch pwned' },
  { 'core.hooksPath': '/tmp' },
  { scope: '/etc/gitconfig', save_each_turn: true },
  { scope: 'user', save_each_turn: false },
  { max_auto_summaries: -1 },
  { max_auto_summaries: 1 },
  { cleanup_after_days: 1 },
  { scope: 'user', cleanup_after_days: 1 },
  { keep_hours: 0 },
  { trash_days: 0 },
  { max_store: 1 },
  { ['__proto__']: { polluted: true } },
];

async function withHouse(use: (repo: TestRepo) => Promise<void>): Promise<void> {
  await withRepo(async (repo) => {
    writeFileSync(join(repo.home, 'outside'), `${SECRET}\n`);
    repo.write('a.txt', 'one\n');
    repo.commit('begin');
    repo.write('a.txt', 'two\n');
    symlinkSync(repo.home, join(repo.root, 'link-out'));
    await checkpoint(repo, 'save', '-m', 'Two');
    repo.write('a.txt', 'three\n');
    await checkpoint(repo, 'save', '-m', 'Three');
    await use(repo);
  });
}

const look = (repo: TestRepo) => [
  repo.git('for-each-ref'),
  repo.git('config', '--list', '--show-origin'),
  repo.git('status', '--porcelain=v2'),
  readFileSync(join(repo.home, 'outside'), 'utf8'),
];

describe('a model that means harm', (it) => {
  it('changes and learns nothing by a hundred calls with paths, ids and settings of its choice', () =>
    withHouse((repo) =>
      withMcp(repo, async ({ call }) => {
        const before = look(repo);
        let calls = 0;
        const tryCall = async (tool: string, args: Record<string, unknown>) => {
          calls += 1;
          const { text } = await call(tool, args);
          const said = `${tool} ${JSON.stringify(args)}: ${text.slice(0, 300)}`;
          assert.not.match(text, SECRET, said);
          assert.not.match(text, 'root:', said);
          assert.not.match(text, /[\u0000-\u0008\u001b]/, said);
          assert.not.match(text, 'bug in git-checkpoint', said);
        };
        for (const path of paths(repo.home)) {
          await tryCall('diff_checkpoint', { from: 1, to: 2, paths: [path] });
          await tryCall('restore_checkpoint', { id: 1, paths: [path] });
          await tryCall('get_checkpoint', { id: 2, path });
        }
        for (const id of ids) {
          await tryCall('get_checkpoint', { id });
          await tryCall('restore_checkpoint', { id, confirm: true, digest: 'x'.repeat(40) });
        }
        for (const setting of settings) await tryCall('checkpoint_configure', setting);
        for (const pattern of ['(a+)+$', '(?<x>', '[', `${'(a|a)*'.repeat(30)}b`]) {
          await tryCall('search_checkpoints', { query: pattern, regex: true });
        }
        assert.ok(calls >= 103, `${calls} calls`);
        assert.equal(look(repo), before);
        assert.not.ok(existsSync(join(repo.root, 'pwned')));
        assert.is(({} as { polluted?: boolean }).polluted, undefined);
      }),
    ));
});
