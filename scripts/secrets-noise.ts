/**
 * Counts what the secret rules find in real code: `secrets-noise.ts DIR [--show KIND]`. In code that nobody put a
 * secret into, every find is a false one. Prints finds per kind, per million lines, and the speed.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findSecrets } from '../src/redaction/redact.ts';

const [root = '.', , shown] = process.argv.slice(2);
const TEXT = /\.(?:[cm]?[jt]sx?|json|md|ya?ml|toml|py|go|rs|java|rb|sh|txt|html|css|xml|c|h|cpp)$/;
const totals = { files: 0, bytes: 0, lines: 0, finds: 0, filesWithFinds: 0, ms: 0 };
const perKind = new Map<string, number>();

for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
  const path = join(root, name);
  if (!TEXT.test(name) || !statSync(path).isFile()) continue;
  const text = readFileSync(path, 'utf8');
  const started = performance.now();
  const places = findSecrets(text);
  totals.ms += performance.now() - started;
  totals.files += 1;
  totals.bytes += text.length;
  totals.lines += text.split('\n').length;
  totals.finds += places.length;
  totals.filesWithFinds += places.length > 0 ? 1 : 0;
  for (const { kind, line, start, end } of places) {
    perKind.set(kind, (perKind.get(kind) ?? 0) + 1);
    if (kind === shown || shown === 'all') {
      process.stdout.write(`${name}:${line} ${kind}: ${text.slice(Math.max(0, start - 40), end + 10).slice(0, 160)}\n`);
    }
  }
}

const rate = ((totals.finds * 1_000_000) / totals.lines).toFixed(1);
const speed = (totals.bytes / 1_000_000 / (totals.ms / 1000)).toFixed(0);
process.stdout.write(`${totals.files} files, ${totals.lines} lines, ${(totals.bytes / 1e6).toFixed(1)} MB\n`);
process.stdout.write(
  `${totals.finds} finds in ${totals.filesWithFinds} files, ${rate} per million lines, ${speed} MB/s\n`,
);
for (const [kind, count] of [...perKind].sort((a, b) => b[1] - a[1])) process.stdout.write(`  ${kind} ${count}\n`);
