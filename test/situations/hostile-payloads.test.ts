import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { localFiles } from '../../src/local/files.ts';
import { checkpointCount } from '../support/hook-session.ts';
import { runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

const SECRET = 'PRIVATE-FILE-OF-THE-USER';

const sessions = [
  ...['../../../outside', '/tmp/git-checkpoint-pwned', '..', '.', 'a/b', 'a\u0000b', '\u001b[2J', '$(touch pwned)'],
  ...['x'.repeat(5000), '__proto__', 'CON', 'a\nb', '../../../../../escaped', '../../../../../../escaped'],
  '../../../../hooks/escaped',
];

const transcripts = (repo: TestRepo) => [
  '../../../outside',
  join(repo.home, 'outside'),
  join(repo.home, 'folder'),
  join(repo.home, 'pipe'),
  join(repo.home, 'link'),
  '/dev/zero',
  '/dev/tty',
  '/proc/self/mem',
  'a\u0000b',
  join(repo.home, 'not-there'),
];

const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

const junk = [
  '',
  'null',
  '[]',
  '"text"',
  '{"hook_event_name":',
  '\u0000\u0001\u0002',
  `{"hook_event_name":"Stop","x":${nested(200_000)}}`,
  `{"hook_event_name":"Stop","session_id":"s","x":"${'x'.repeat(20_000_000)}"}`,
  '{"__proto__":{"polluted":true},"hook_event_name":"Stop"}',
  '{"hook_event_name":["Stop"],"session_id":{"a":1},"cwd":7}',
];

/** Where the program may write: the state folder of the user, and what a save needs in the git directory. */
const OWN = /^(?:\.local|state|repo\/\.git\/(?:git-checkpoint|objects|refs|logs))(?:\/|$)/;

/** Everything else, with its size. */
const around = (repo: TestRepo) =>
  readdirSync(repo.home, { recursive: true, encoding: 'utf8' })
    .filter((name) => !OWN.test(name))
    .map((name) => {
      const found = statSync(join(repo.home, name), { throwIfNoEntry: false });
      return found?.isFile() ? `${name} ${found.size}` : name;
    })
    .sort();

/** What stands in the program's folder of the repository without being one of its files. */
const unknownFiles = ({ root }: TestRepo) => {
  const folder = join(root, '.git', 'git-checkpoint');
  return existsSync(folder) ? readdirSync(folder).filter((name) => !Object.hasOwn(localFiles, name)) : [];
};

async function withHouse(
  use: (repo: TestRepo, fire: (input: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  await withRepo(async (repo) => {
    writeFileSync(join(repo.home, 'outside'), `${SECRET}\n`);
    mkdirSync(join(repo.home, 'folder'));
    spawnSync('mkfifo', [join(repo.home, 'pipe')]);
    symlinkSync('/dev/zero', join(repo.home, 'link'));
    repo.write('a.txt', 'one\n');
    repo.commit('begin');
    repo.write('a.txt', 'two\n');
    const env = { XDG_STATE_HOME: join(repo.home, 'state') };
    const before = around(repo);
    await use(repo, async (input) => {
      const run = await runMain(repo, ['hook', 'claude-code'], { input, env });
      assert.is(run.status, 0, `${input.slice(0, 120)}: ${run.stderr}`);
    });
    assert.equal(around(repo), before);
    assert.equal(unknownFiles(repo), []);
    assert.not.ok(existsSync('/tmp/git-checkpoint-pwned'));
    assert.not.ok(existsSync(join(repo.root, 'pwned')));
    assert.is(({} as { polluted?: boolean }).polluted, undefined);
  });
}

const payload = (repo: TestRepo, name: string, more: object) =>
  JSON.stringify({ hook_event_name: name, session_id: 's', cwd: repo.root, source: 'startup', prompt: 'x', ...more });

describe('a hook', (it) => {
  it(`takes ${sessions.length} ids of sessions as names of nothing, and saves all the same`, () =>
    withHouse(async (repo, fire) => {
      for (const session_id of sessions) {
        for (const name of ['SessionStart', 'UserPromptSubmit', 'Stop', 'SessionEnd'])
          await fire(payload(repo, name, { session_id, reason: 'clear' }));
      }
      assert.ok(checkpointCount(repo) > 0);
    }));

  it('reads no transcript that is none, wherever its path leads', () =>
    withHouse(async (repo, fire) => {
      for (const transcript_path of transcripts(repo)) {
        for (const name of ['SessionStart', 'UserPromptSubmit', 'Stop'])
          await fire(payload(repo, name, { transcript_path }));
      }
      const stored = repo.git('log', '--all', '--format=%B');
      assert.not.match(stored + repo.git('notes', '--ref=checkpoints', 'list'), SECRET);
    }));

  it(`answers ${junk.length} payloads of junk, up to 20 MB and 200,000 levels`, () =>
    withHouse(async (repo, fire) => {
      for (const input of junk) await fire(input);
      assert.ok(readFileSync(join(repo.home, 'state', 'git-checkpoint', 'journal'), 'utf8').length < 100_000);
    }));
});
