import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { sessionFolder, twoTurns } from '../support/claude-session.ts';
import { killAt } from '../support/kill-restore.ts';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { withRepo } from '../support/with-repo.ts';

const FILES = 300;

describe('a rewind that is killed', (it) => {
  it('is finished by the next command, which names the session that fits the files', () =>
    withRepo(async (repo) => {
      await twoTurns(repo);
      for (let at = 0; at < FILES; at += 1) repo.write(`more/file-${at}`, `later ${at}\n`);
      await checkpoint(repo, 'save', '-m', 'more files');
      const folder = sessionFolder(repo, repo.root);
      for (const milliseconds of [0, 5, 20]) {
        const before = new Set(readdirSync(folder));
        await killAt(repo, ['rewind', '1', '--yes'], { after: 'journal', milliseconds });
        const next = await runMain(repo, ['list']);
        assert.is(readFileSync(join(repo.root, 'file'), 'utf8'), 'turn 1\n');
        assert.not.ok(existsSync(join(repo.root, 'more')));
        const [, id] = /Continue with: claude --resume (\S+)/.exec(next.stderr) ?? [];
        // One that was over before it could be killed has said it itself.
        if (next.stderr.includes('had been cut off')) {
          assert.ok(id !== undefined && !before.has(`${id}.jsonl`), next.stderr);
          assert.match(readFileSync(join(folder, `${id}.jsonl`), 'utf8'), 'Answer 1');
        }
        assert.equal(
          readdirSync(folder).filter((name) => name.includes('draft')),
          [],
        );
        await checkpoint(repo, 'restore', '3', '--yes');
      }
    }));

  it('before it changed a file leaves the working tree, and no half session', () =>
    withRepo(async (repo) => {
      await twoTurns(repo);
      const folder = sessionFolder(repo, repo.root);
      const names = () => readdirSync(folder);
      for (const milliseconds of [100, 200, 300, 400]) {
        await killAt(repo, ['rewind', '1', '--yes'], { after: 'start', milliseconds });
        const next = await runMain(repo, ['list']);
        const isThere = readFileSync(join(repo.root, 'file'), 'utf8') === 'turn 1\n';
        assert.ok(isThere || !next.stderr.includes('finished'), next.stderr);
        for (const name of names().filter((one) => one.endsWith('.jsonl'))) {
          const text = readFileSync(join(folder, name), 'utf8');
          assert.ok(text.endsWith('\n') && text.includes('Answer 1'), name);
        }
        if (isThere) await checkpoint(repo, 'restore', '2', '--yes');
      }
      writeFileSync(join(folder, 'half.jsonl.draft-999999999'), '{"type":');
      await checkpoint(repo, 'rewind', '1', '--conversation');
      assert.equal(
        names().filter((name) => name.includes('draft')),
        [],
      );
    }));

  it('can be taken back instead, and then the session before fits', () =>
    withRepo(async (repo) => {
      await twoTurns(repo);
      for (let at = 0; at < FILES; at += 1) repo.write(`more/file-${at}`, `later ${at}\n`);
      await checkpoint(repo, 'save', '-m', 'more files');
      await killAt(repo, ['rewind', '1', '--yes'], { after: 'journal', milliseconds: 0 });
      const undone = await runMain(repo, ['undo', '--yes']);
      assert.is(readFileSync(join(repo.root, 'file'), 'utf8'), 'turn 2\n');
      assert.is(readdirSync(join(repo.root, 'more')).length, FILES);
      assert.match(undone.stdout, 'Continue with: claude --resume session-1');
    }));
});
