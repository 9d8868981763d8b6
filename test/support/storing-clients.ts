import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/**
 * Keeps what it imports and exports it again, as far as the tests look. The real clients are too large to be installed for a test;
 * `npm run e2e` plays them.
 */
const STORE = `#!/usr/bin/env node
const { mkdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const [, verb, ...rest] = process.argv.slice(2);
const at = (id) => __dirname + '/' + id + '.json';
if (verb === 'import') {
  const session = JSON.parse(readFileSync(rest[0], 'utf8'));
  writeFileSync(at(session.info.id), JSON.stringify({ ...session, info: { ...session.info, directory: process.cwd() } }));
} else if (verb === 'export') process.stdout.write(readFileSync(at(rest[0]), 'utf8'));
else rmSync(at(rest[1]));
`;

/** Puts clients that have a store of their own on a PATH, which it answers. */
export function storingClients(folder: string): string {
  const bin = join(folder, 'clients');
  mkdirSync(bin, { recursive: true });
  for (const name of ['opencode', 'kilo']) {
    writeFileSync(join(bin, name), STORE);
    chmodSync(join(bin, name), 0o755);
  }
  return [bin, dirname(process.execPath)].join(delimiter);
}
