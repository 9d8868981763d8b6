import * as assert from 'uvu/assert';
import { destructivePart } from '../../../src/hooks/destructive-command.ts';
import { describe } from '../../support/suite.ts';

const destructive = [
  'git reset --hard',
  'git reset --hard HEAD~3',
  'git -C sub reset --hard',
  'git -c core.pager=cat reset --hard origin/main',
  'git clean -fd',
  'git clean -xdf .',
  'git checkout -- src',
  'git checkout -- .',
  'git checkout .',
  'git checkout HEAD -- a.txt',
  'git checkout -f main',
  'git checkout a.txt',
  'git checkout src/',
  'git checkout src/lib',
  'git checkout --quiet HEAD~1 Makefile',
  'git checkout main src',
  'git restore .',
  'git restore --staged --worktree a.txt',
  'git stash',
  'git stash drop',
  'git switch --discard-changes main',
  'git rebase --abort',
  'git rm -r src',
  'rm -rf src',
  'rm -r -f src',
  'rm -fr ./build src',
  'rm --recursive src',
  'rm src/*.ts',
  '/bin/rm -rf x',
  'sudo rm -rf x',
  'FORCE=1 git clean -fd',
  'find . -name "*.ts" -delete',
  'find src -exec rm {} +',
  'npm test && git reset --hard',
  'cd src; rm -rf *',
  'if true; then git checkout -- .; fi',
  'ls | xargs -n 1 rm -rf',
  'echo $(git reset --hard)',
  'bash <<EOF\ngit clean -fdx\nEOF',
  'rsync -a --delete a/ b/',
  'bash -c "git reset --hard"',
  "sh -c 'rm -rf src'",
  'bash -lc git reset --hard',
  'zsh -ic "cd src && git checkout -- ."',
  '/usr/bin/env bash -c "git clean -fd"',
  'timeout 5 rm -rf src',
  'timeout -s KILL 5 rm -rf src',
  'sudo -u x rm -rf src',
  'sudo -E -u x -g y git reset --hard',
  'nice -n 5 git reset --hard',
  'ionice -c 2 rm -r src',
  'stdbuf -oL rm -r src',
  'xargs -I {} rm {}',
  'env -u HOME A=1 git reset --hard',
  'flock /tmp/lock git reset --hard',
  'eval "git reset --hard"',
  'nohup bash -c "rm -rf x" &',
  'rm a.txt',
  'rm -f a.txt',
  'rmdir src',
  'unlink a.txt',
  'mv a.txt b.txt',
  'dd if=/dev/zero of=a.txt',
  'git rebase main',
  'git rebase -i HEAD~3',
  'git pull --rebase',
  'git pull -r --autostash',
  'git filter-branch --all',
  'git submodule update --force',
  'Remove-Item -Recurse src',
];

const harmless = [
  'git status',
  'git reset',
  'git reset HEAD a.txt',
  'git reset --soft HEAD~1',
  'git clean -n',
  'git clean --dry-run -d',
  'git checkout main',
  'git checkout -b feature',
  'git checkout -b feature origin/main',
  'git checkout --track origin/main',
  'git checkout -',
  'git checkout main 2>&1',
  'git checkout main > /dev/null',
  'git restore --staged a.txt',
  'git stash list',
  'git stash show -p',
  'git log --hard-wrap',
  'git rm --cached a.txt',
  'rm --help',
  'mv -n a b',
  'bash script.sh',
  'sh -e build.sh',
  'timeout 5 npm test',
  'sudo -u x ls',
  'git pull',
  'ls -r',
  'grep -r "rm -rf" src',
  'git commit -m "reset everything"',
  'npm run clean',
  'find . -name "*.ts"',
];

describe('destructivePart', (it) => {
  for (const command of destructive) {
    it(`sees the danger of ${JSON.stringify(command)}`, () => assert.ok(destructivePart(command) !== undefined));
  }
  for (const command of harmless) {
    it(`lets ${JSON.stringify(command)} pass`, () => assert.is(destructivePart(command), undefined));
  }

  it('comes to an end with any row of options, and sees what stands behind it', () => {
    for (const option of ['--no-pager ', '-c -c ', '-C -- ', '--a=b '])
      assert.ok(destructivePart(`git ${option.repeat(2000)}reset --hard`)?.endsWith('reset --hard'));
    assert.is(destructivePart(`git ${'--no-pager '.repeat(2000)}log`), undefined);
    assert.ok(destructivePart(`rm ${' '.repeat(200_000)}a.txt`) !== undefined);
    assert.is(destructivePart(`${'sudo -u x '.repeat(20_000)}ls`), undefined);
    assert.is(destructivePart(`mv ${' -n'.repeat(20_000)}`), undefined);
    assert.ok(destructivePart(`rm ${' '.repeat(2000)}-r a`) !== undefined);
  });
});
