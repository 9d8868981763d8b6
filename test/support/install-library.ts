import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../../', import.meta.url));
let packed: string | undefined;

/** Puts the package, as npm would publish it, into the node_modules of a folder. */
export function installLibrary(folder: string): void {
  const installed = join(folder, 'node_modules', 'git-checkpoint');
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', packPackage(), '--strip-components=1', '-C', installed]);
}

/** What was built, as npm would publish it: once for each process. */
export function packPackage(): string {
  packed ??= pack();
  return packed;
}

function pack(): string {
  const folder = mkdtempSync(join(tmpdir(), 'git-checkpoint-test-'));
  process.once('exit', () => rmSync(folder, { recursive: true }));
  const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder];
  return join(folder, execFileSync('npm', args, { cwd: project, encoding: 'utf8' }).trim());
}
