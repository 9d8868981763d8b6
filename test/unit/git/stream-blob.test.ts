import { existsSync, mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { type LooseStore, loosePath } from '../../../src/git/loose.ts';
import { writeStream } from '../../../src/git/portable/stream-blob.ts';
import { describe } from '../../support/suite.ts';
import { withFolder } from '../../support/with-folder.ts';

const content = 'large, for all that anybody knows\n';

function prepare(folder: string): { readonly store: LooseStore; readonly path: string } {
  const directory = join(folder, 'repo', 'objects');
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(folder, 'file'), content);
  return { store: { directory, format: 'sha1', fsync: false }, path: join(folder, 'file') };
}

describe('a large file on its way into the store', (it) => {
  it('does not bring back a repository that is deleted meanwhile', () =>
    withFolder(async (folder) => {
      const { store, path } = prepare(folder);
      const blob = {
        path,
        size: content.length,
        // Asked for when the temporary file is open.
        get removeCrlf() {
          rmSync(join(folder, 'repo'), { recursive: true });
          return false;
        },
      };
      const outcome = await writeStream(store, blob).catch((error: Error) => error.message);
      assert.is(outcome, `cannot write an object into ${store.directory}`);
      assert.not(existsSync(join(folder, 'repo')));
    }));

  it('makes the blob young again that is there already, so that no prune by age takes it', () =>
    withFolder(async (folder) => {
      const { store, path } = prepare(folder);
      const blob = { path, size: content.length, removeCrlf: false };
      const stored = loosePath(store, await writeStream(store, blob));
      utimesSync(stored, 1, 1);
      await writeStream(store, blob);
      assert.ok(statSync(stored).mtimeMs > 1000);
    }));
});
