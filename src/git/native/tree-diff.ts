import type { TreeChange } from '../../core/tree-change.ts';
import { nulFields } from './nul-fields.ts';

const statuses: Readonly<Record<string, TreeChange['status']>> = {
  A: 'added',
  C: 'added',
  D: 'deleted',
  M: 'modified',
  R: 'renamed',
  T: 'type',
};

/** Reads `--raw --numstat -z` output of diff-tree and diff-index: raw records first, then the counts in the same order. */
export function parseTreeDiff(output: Buffer): TreeChange[] {
  return parseFields(nulFields(output));
}

/** Reads the same output of `diff-tree --stdin`: before the records of each pair stands a line with its two trees. */
export function parsePairs(output: Buffer): TreeChange[][] {
  const pairs: string[][] = [];
  let isPath = false;
  for (const field of nulFields(output)) {
    let rest = field;
    // A path may look like anything, and it always follows its record.
    for (let end = isPath ? 0 : endOfPair(rest); end > 0; end = endOfPair(rest)) {
      pairs.push([]);
      rest = rest.slice(end);
    }
    isPath = !isPath && rest.startsWith(':');
    if (rest !== '') pairs.at(-1)?.push(rest);
  }
  return pairs.map(parseFields);
}

/** Where the line with two trees ends that a text begins with; 0 when it begins with none. */
function endOfPair(text: string): number {
  const size = text[40] === ' ' ? 40 : 64;
  const isPair = text[size] === ' ' && text[2 * size + 1] === '\n' && /^[0-9a-f]+ [0-9a-f]+\n/.test(text);
  return isPair ? 2 * size + 2 : 0;
}

function parseFields(fields: readonly string[]): TreeChange[] {
  const changes: TreeChange[] = [];
  let at = 0;
  for (let field = fields[at]; field?.startsWith(':'); field = fields[at]) {
    const letter = field[field.lastIndexOf(' ') + 1] ?? '';
    const paths = fields.slice(at + 1, at + (letter === 'R' || letter === 'C' ? 3 : 2));
    changes.push(parseRaw(field, paths));
    at += 1 + paths.length;
  }
  return withCounts(changes, fields.slice(at));
}

function parseRaw(field: string, paths: readonly string[]): TreeChange {
  const [oldMode = '', newMode = '', oldOid = '', newOid = '', status = ''] = field.slice(1).split(' ');
  const present = (mode: string) => mode !== '000000';
  return {
    status: statuses[status[0] ?? ''] ?? 'modified',
    path: paths.at(-1) ?? '',
    ...(paths.length === 2 && status.startsWith('R') ? { from: paths[0] ?? '' } : {}),
    ...(present(oldMode) ? { oldMode, oldOid } : {}),
    ...(present(newMode) ? { newMode, newOid } : {}),
  };
}

// A count record is `added TAB removed TAB path`; of a rename the path is empty and two fields follow.
function withCounts(changes: readonly TreeChange[], fields: readonly string[]): TreeChange[] {
  if (fields.length === 0) return [...changes];
  let at = 0;
  return changes.map((change) => {
    const record = fields[at];
    if (record === undefined) return change;
    const first = record.indexOf('\t');
    const second = record.indexOf('\t', first + 1);
    at += second === record.length - 1 ? 3 : 1;
    if (record[0] === '-') return { ...change, added: 0, removed: 0, binary: true };
    const [added, removed] = [Number(record.slice(0, first)), Number(record.slice(first + 1, second))];
    return { ...change, added, removed, binary: false };
  });
}
