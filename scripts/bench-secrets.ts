/**
 * How often are secrets missed, and how often is something taken for one? Random values in every form that people write, realistic shapes, and
 * real code. `npm run bench:secrets -- [--write] [--examples] [--tries N] [TRANSCRIPTS...]`; `--write` puts the tables into docs/secrets.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { measureSecrets } from './secrets/report.ts';

const BEGIN = '<!-- npm run bench:secrets -- --write -->';
const END = '<!-- end -->';
const DOCUMENT = 'docs/secrets.md';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean' }, examples: { type: 'boolean' }, tries: { type: 'string', default: '2000' } },
});
const { tables, examples } = measureSecrets(Number(values.tries), positionals);
process.stdout.write(tables);
if (values.examples) process.stdout.write(`\n${examples.join('\n')}\n`);
if (values.write) {
  const [before, rest] = readFileSync(DOCUMENT, 'utf8').split(`${BEGIN}\n`);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`${DOCUMENT} has no place for the tables`);
  writeFileSync(DOCUMENT, `${before}${BEGIN}\n${tables}${END}${after}`);
}
