import { readFileSync, writeFileSync } from 'node:fs';

/** How each scenario that docs/agents.md names ended when it was last played; `npm run docs` makes the table of it. */
export type Results = Readonly<Record<string, 'ok' | 'failed' | 'skipped'>>;

const PATH = new URL('../../docs/agents.results.json', import.meta.url);

export function readResults(): Results {
  return JSON.parse(readFileSync(PATH, 'utf8'));
}

/** Keeps what is known of the scenarios that were not played. One that was skipped tells nothing new. */
export function addResults(played: Results): void {
  const known = readResults();
  const news = Object.entries(played).filter(([name, result]) => result !== 'skipped' || known[name] === undefined);
  const all = Object.entries({ ...known, ...Object.fromEntries(news) });
  const text = `${JSON.stringify(Object.fromEntries(all.toSorted(byName)), null, 2)}\n`;
  if (text !== readFileSync(PATH, 'utf8')) writeFileSync(PATH, text);
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}
