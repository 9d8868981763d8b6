import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import * as assert from 'uvu/assert';
import { checkpoint, runMain } from '../support/run-main.ts';
import { storingClients } from '../support/storing-clients.ts';
import { describe } from '../support/suite.ts';
import { transcriptFixtures } from '../support/transcripts.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

/** A checkpoint of a session of OpenCode, and a change after it. */
async function saved(repo: TestRepo): Promise<void> {
  const path = transcriptFixtures().find((one) => one.path.endsWith('opencode/shapes.jsonl'))?.path ?? '';
  repo.write('file', 'begin\n');
  repo.commit('Begin');
  await checkpoint(repo, 'save', '-m', 'one', '--transcript', path, '--agent', 'opencode');
  repo.write('file', 'later\n');
}

const rewind = (repo: TestRepo, path: string) =>
  runMain(repo, ['rewind', '1', '--yes'], { env: { ...repo.env, PATH: path } });
const read = (repo: TestRepo) => readFileSync(join(repo.root, 'file'), 'utf8');
const folderOf = (repo: TestRepo) => join(repo.home, '.local', 'state', 'git-checkpoint', 'sessions', 'opencode');

describe('a session of a client with a database', (it) => {
  it('is taken in by the client itself, in this working tree and without what it may do unasked', () =>
    withRepo(async (repo) => {
      await saved(repo);
      const path = `${storingClients(repo.home)}${delimiter}${repo.env['PATH']}`;
      const run = await rewind(repo, path);
      const [, id = ''] = /Continue with: opencode --session (ses_[0-9a-f]{26})\n/.exec(run.stdout) ?? [];
      const taken = JSON.parse(readFileSync(join(repo.home, 'clients', `${id}.json`), 'utf8'));
      assert.is(taken.info.directory, repo.root);
      assert.is(taken.info.permission, undefined);
      assert.ok(taken.messages.length > 0);
      assert.equal(readdirSync(folderOf(repo)), [`${id}.jsonl`]);
      assert.is(read(repo), 'begin\n');
    }));

  it('is not there where the client is not: the files are restored, and the reason is told', () =>
    withRepo(async (repo) => {
      await saved(repo);
      const run = await rewind(repo, repo.env['PATH'] ?? '');
      assert.is(run.status, 0, run.stderr);
      assert.match(run.stderr, 'opencode cannot be started');
      assert.match(run.stderr, '`git checkpoint resume 1`');
      assert.is(read(repo), 'begin\n');
      assert.equal(readdirSync(folderOf(repo)), []);
    }));

  it('is told of only when the client gives back what it took', () =>
    withRepo(async (repo) => {
      await saved(repo);
      const path = `${storingClients(repo.home)}${delimiter}${repo.env['PATH']}`;
      const client = join(repo.home, 'clients', 'opencode');
      for (const [answer, reason] of [
        ['echo nothing', 'opencode did not take the session'],
        ['echo \'{"info":{"id":"ses_other"},"messages":[]}\'', 'does not read as it was stored'],
        ['echo "no room" >&2; exit 3', "'opencode import' failed: no room"],
      ] as const) {
        writeFileSync(client, `#!/bin/sh\n${answer}\n`);
        repo.write('file', 'later\n');
        const run = await rewind(repo, path);
        assert.match(run.stderr, reason);
        assert.not.match(run.stdout, 'Continue with');
        assert.is(read(repo), 'begin\n');
        assert.equal(readdirSync(folderOf(repo)), []);
      }
    }));
});
