import { readFileSync, writeFileSync } from 'node:fs';

/** How each scenario ended when it was last played; `npm run docs` makes docs/agents.md of it. */
export type Results = Readonly<Record<string, 'ok' | 'failed' | 'skipped'>>;

const PATH = new URL('../../docs/agents.results.json', import.meta.url);

export function readResults(): Results {
  return JSON.parse(readFileSync(PATH, 'utf8'));
}

/** Keeps what is known of the scenarios that were not played. One that was skipped tells nothing new. */
export function addResult(name: string, result: Results[string]): void {
  const known = readResults();
  if (result === 'skipped' && known[name] !== undefined) return;
  const all = Object.entries({ ...known, [name]: result }).toSorted(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(PATH, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
}
