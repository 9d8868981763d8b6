const said: string[] = [];

export function say(line: string): void {
  said.push(line);
  process.stdout.write(`${line}\n`);
}

/** What was printed so far, for the page that shows it. */
export function saidSoFar(): string {
  return said.join('\n').trim();
}

export function printTable(title: string, head: readonly string[], rows: readonly (readonly string[])[]): void {
  say(`${title}\n`);
  say(`| ${head.join(' | ')} |`);
  say(`|${head.map(() => '---|').join('')}`);
  for (const row of rows) say(`| ${row.join(' | ')} |`);
  say('');
}

export function percent(share: number): string {
  return Number.isNaN(share) ? '–' : (100 * share).toFixed(1);
}

/** The share of those that are so, as percent. */
export function shareOf<T>(values: readonly T[], isSo: (value: T) => boolean): string {
  return percent(values.filter(isSo).length / values.length);
}
