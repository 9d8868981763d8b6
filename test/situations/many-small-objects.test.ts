import { execFileSync } from 'node:child_process';
import * as assert from 'uvu/assert';
import { withOpen } from '../support/open.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

/** Fewer than are git's to read. */
const COMMITS = 250;

function importCommits(repo: TestRepo): string[] {
  const stream = Array.from(
    { length: COMMITS },
    (_, at) => `commit refs/heads/main\ncommitter A <a@b> ${at} +0000\ndata 4\n${String(at).padStart(4)}\n`,
  );
  execFileSync('git', ['-c', 'fastimport.unpackLimit=1', 'fast-import', '--quiet'], {
    cwd: repo.root,
    env: repo.env,
    input: stream.join(''),
  });
  return repo.git('log', '--format=%H', 'main').split('\n');
}

describe('many small objects in a pack', (it) => {
  it('are read into little more memory than they have bytes', () =>
    withRepo(async (repo) => {
      const commits = importCommits(repo);
      await withOpen(repo, async ({ engine }) => {
        const buffers = new Set<ArrayBufferLike>();
        for (const commit of commits) {
          const [object] = await engine.readObjects([commit]);
          assert.is(object?.type, 'commit');
          if (object) buffers.add(object.bytes.buffer);
        }
        const held = [...buffers].reduce((sum, { byteLength }) => sum + byteLength, 0);
        assert.ok(held < COMMITS * 2048, `${held} bytes`);
      });
    }));
});
