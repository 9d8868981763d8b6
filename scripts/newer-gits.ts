/**
 * Runs the contract suite and the situations of repository formats with the git of another Debian, in a folder that debootstrap made:
 *
 *   debootstrap --variant=minbase --include=git sid /somewhere/sid
 *   node --import tsx scripts/newer-gits.ts /somewhere/sid [PART...]
 *
 * Needs root, because the suite runs in a chroot; this clone and this Node are bound into it. PART: parts of test file names.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const [folder = '', ...given] = process.argv.slice(2);
if (!existsSync(join(folder, 'usr/bin/git'))) {
  process.stdout.write(`skipped: there is no Debian with a git in '${folder}'\n`);
  process.exit(0);
}
const parts = given.length > 0 ? given : ['contract/engine', 'repository-formats', 'ref-formats', 'damaged'];
const clone = realpathSync('.');
const binds = [
  // Where they are here, too: the modules may be a link.
  ...[...new Set([clone, realpathSync('node_modules')])].map((path) => ({ from: path, to: path })),
  // The program alone: the folder that it lies in may hold the git of this machine as well.
  { from: realpathSync(process.execPath), to: '/git-checkpoint-node/node' },
  { from: '/proc', to: '/proc' },
  { from: '/dev', to: '/dev' },
];
const mounted: string[] = [];
try {
  for (const { from, to } of binds) {
    const target = join(folder, to);
    mkdirSync(statSync(from).isDirectory() ? target : dirname(target), { recursive: true });
    if (!existsSync(target)) writeFileSync(target, '');
    if (spawnSync('mount', ['--bind', from, target], { stdio: 'inherit' }).status !== 0)
      throw new Error(`cannot bind ${from}`);
    mounted.unshift(target);
  }
  const inside = `export PATH=/git-checkpoint-node:$PATH TMPDIR=/tmp; cd ${clone} && git --version && node --import tsx scripts/test.ts ${parts.join(' ')}`;
  process.exitCode = spawnSync('chroot', [folder, 'sh', '-c', inside], { stdio: 'inherit' }).status ?? 1;
} finally {
  for (const target of mounted) spawnSync('umount', [target], { stdio: 'inherit' });
}
