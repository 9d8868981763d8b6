import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as assert from 'uvu/assert';
import { withLocalFiles } from '../../../scripts/docs/local-files.ts';
import { type LocalFile, localFiles, localPath } from '../../../src/local/files.ts';
import { appendOwnFile, readOwnFile, writeOwnFile } from '../../../src/local/own-file.ts';
import { describe } from '../../support/suite.ts';
import { withFolder } from '../../support/with-folder.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** All source files but the table itself. */
const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && name !== join('local', 'files.ts'),
);
const modeOf = (path: string) => statSync(path).mode & 0o777;

describe('the table of local files', (it) => {
  it('is the list in docs/format.md', () => {
    const document = readFileSync(join(root, 'docs/format.md'), 'utf8');
    assert.is(document, withLocalFiles(document), 'run `npm run docs`');
  });

  it('says of each in one sentence what it is for', () => {
    for (const [name, { purpose, lifetime }] of Object.entries<LocalFile>(localFiles))
      for (const text of [purpose, lifetime]) assert.match(text, /^[A-Zg][^.]*\.$/, name);
  });

  it('names nothing that no code uses', () => {
    const text = sources.map((name) => readFileSync(join(root, 'src', name), 'utf8')).join('\n');
    const unused = Object.keys(localFiles).filter((name) => !text.includes(`'${name}`) && !text.includes(`\`${name}`));
    assert.equal(unused, []);
  });

  it('is the only place that builds a path below git-checkpoint in a git directory', () => {
    const strays = sources.filter((name) =>
      /[dD]ir, (?:FOLDER|'git-checkpoint')/.test(readFileSync(join(root, 'src', name), 'utf8')),
    );
    assert.equal(strays, []);
  });

  it('tells what each worktree has of its own from what they share', () => {
    const place = { gitDir: '/repo/.git/worktrees/two', commonDir: '/repo/.git' };
    assert.is(localPath(place, 'jobs', '1.json'), '/repo/.git/worktrees/two/git-checkpoint/jobs/1.json');
    assert.is(localPath(place, 'newest'), '/repo/.git/git-checkpoint/newest');
  });
});

describe('a local file', (it) => {
  it('is for its owner alone, and so are the folders above it', () =>
    withFolder(async (gitDir) => {
      writeOwnFile(localPath({ gitDir }, 'jobs', 'one'), 'text');
      appendOwnFile(localPath({ gitDir }, 'jobs', 'two'), 'line\n');
      const folder = join(gitDir, 'git-checkpoint');
      assert.equal([folder, join(folder, 'jobs')].map(modeOf), [0o700, 0o700]);
      assert.equal([join(folder, 'jobs', 'one'), join(folder, 'jobs', 'two')].map(modeOf), [0o600, 0o600]);
    }));

  it('is read back as it was written, and absence is no failure', () =>
    withFolder(async (gitDir) => {
      const path = localPath({ gitDir }, 'saving');
      assert.is(readOwnFile(path), undefined);
      writeOwnFile(path, 'old');
      writeOwnFile(path, 'new');
      appendOwnFile(path, 'er');
      assert.is(readOwnFile(path), 'newer');
    }));
});
