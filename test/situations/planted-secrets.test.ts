import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as assert from 'uvu/assert';
import { isHeld } from '../../scripts/secrets/held.ts';
import { shapes } from '../../scripts/secrets/shapes.ts';
import { Random } from '../support/random.ts';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { withClones } from '../support/with-clones.ts';
import type { TestRepo } from '../support/with-repo.ts';

/** Everything that a repository holds, as text, with trees. */
function contents(repo: TestRepo): string {
  const objects = repo.git('cat-file', '--batch-all-objects', '--batch-check=%(objectname)').split('\n');
  return objects.map((oid) => repo.git('cat-file', '-p', oid)).join('\n');
}

describe('planted secrets', (it) => {
  it('in a transcript do not reach the server, whatever shape they have', () =>
    withClones(async ({ ada, remote }) => {
      const random = new Random(31);
      const planted = shapes.map((shape) => ({ name: shape.name, ...shape.make(random) }));
      const turns = planted.map(
        ({ text }, at) =>
          `User: We decided: use this, number ${at}\n${text}\n\nAssistant: Done:\n${text}\nThat is in place.\n`,
      );
      ada.write('../conversation.md', turns.join('\n'));
      ada.write('work.txt', 'more\n');
      await checkpoint(ada, 'save', '--transcript', '../conversation.md', '--agent', 'generic');
      await checkpoint(ada, 'push');
      const arrived = contents(remote);
      assert.match(arrived, '[REDACTED:');
      for (const { name, secret } of planted) assert.ok(isHeld(secret, arrived), name);
    }));

  it('in files are refused by the push, and redact takes them out', () =>
    withClones(async ({ ada, remote }) => {
      const random = new Random(32);
      const planted = shapes.map((shape) => shape.make(random));
      for (const [at, { text }] of planted.entries()) ada.write(`files/${at}.txt`, `${text}\n`);
      const binary = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'der' });
      writeFileSync(join(ada.root, 'files/key.bin'), binary);
      writeFileSync(join(ada.root, 'files/packed.bin'), gzipSync(planted[0]?.text ?? ''));
      writeFileSync(join(ada.root, 'files/other.bin'), Buffer.from('fd377a585a0000', 'hex'));
      await checkpoint(ada, '-m', 'work');
      const refused = await runMain(ada, ['push']);
      assert.is(refused.status, 1);
      for (const { secret } of planted) assert.ok(isHeld(secret, refused.stderr));
      assert.is(remote.git('for-each-ref', 'refs/checkpoints/'), '');
      await checkpoint(ada, 'redact', '1');
      await checkpoint(ada, 'push');
      assert.is(remote.git('ls-tree', '-r', '--name-only', 'refs/checkpoints/1'), 'readme.txt');
    }));

  it('in the name of an author and in the message of a commit below are refused', () =>
    withClones(async ({ ada, remote }) => {
      const token = `ghp_${'aK3bQ7cX9dM2eR5fT8gW1hZ4aK3bQ7cX9dM2'}`;
      ada.git('commit', '--quiet', '--allow-empty', '-m', 'one', `--author=${token} <a@b.test>`);
      ada.git('commit', '--quiet', '--allow-empty', '-m', `the password is ${token.slice(4, 20)}`);
      ada.write('work.txt', 'x\n');
      await checkpoint(ada, '-m', 'work');
      const refused = await runMain(ada, ['push']);
      assert.is(refused.status, 1);
      assert.match(refused.stderr, 'checkpoint 1: author, line 1: github-token');
      assert.match(refused.stderr, 'checkpoint 1: message, line 1: assigned-secret');
      assert.is(remote.git('for-each-ref', 'refs/checkpoints/'), '');
    }));
});
