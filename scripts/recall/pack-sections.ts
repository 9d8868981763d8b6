/** Where a pack says what: the only place of the benchmark that knows its titles. */
const titles = {
  decisions: ['Decisions'],
  blockers: ['Blockers'],
  rules: ['User rules'],
  next: ['Next actions'],
  files: ['Working files', 'Artifacts'],
} as const;
export type SectionKind = keyof typeof titles;

const ENTRY = /^(?:[-*]|\d+\.) /;
/** A remark on what was left out is no statement. */
const REMARK = /^\(\d+ (?:more|older|other)\b/;

/** What a pack states in a section, an entry a statement; lines that continue an entry belong to it. */
export function entriesOf(pack: string, kind: SectionKind): string[] {
  const entries: string[] = [];
  for (const line of titles[kind].flatMap((title) => linesOf(pack, title))) {
    const at = entries.length - 1;
    if (ENTRY.test(line)) entries.push(line.replace(ENTRY, ''));
    else if (at >= 0) entries[at] = `${entries[at]} ${line.trim()}`;
  }
  return entries.filter((entry) => !REMARK.test(entry));
}

export function headlineOf(pack: string): string {
  const first = pack.split('\n').find((line) => line.trim() !== '') ?? '';
  return first.replace(/^#*\s*Resumed from checkpoint:\s*/, '').replace(/\s*\(saved [^()]*\)\s*$/, '');
}

function linesOf(pack: string, title: string): string[] {
  const opening = `\n${title}:\n`;
  const start = pack.indexOf(opening);
  if (start < 0) return [];
  return (pack.slice(start + opening.length).split(/\n\n/)[0] ?? '').split('\n');
}
