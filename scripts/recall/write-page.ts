import { readFileSync, writeFileSync } from 'node:fs';
import { saidSoFar } from './table.ts';

const PAGE = 'docs/benchmarks.md';

/** Puts what was printed into its block of the page: between `<!-- recall: NAME … -->` and `<!-- end of NAME -->`. */
export function writePage(name: string): void {
  const page = readFileSync(PAGE, 'utf8');
  const begin = page.indexOf(`<!-- recall: ${name} `);
  const from = page.indexOf('-->', begin) + 4;
  const to = page.indexOf(`<!-- end of ${name} -->`);
  if (begin < 0 || to < from) throw new Error(`${PAGE} has no block for ${name}`);
  writeFileSync(PAGE, `${page.slice(0, from)}${saidSoFar()}\n${page.slice(to)}`);
}
