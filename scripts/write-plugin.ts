/**
 * Writes plugin/ and the marketplace file from the tables that `install` uses, so that plugin and settings never say different
 * things. With --check it writes nothing and exits 1 when a file differs.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { pluginFiles } from './plugin/files.ts';

const check = process.argv.includes('--check');
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
for (const [path, text] of pluginFiles(version)) {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
  process.stdout.write(`${path}\n`);
  if (check) {
    process.exitCode = 1;
    continue;
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
