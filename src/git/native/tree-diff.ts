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
    for (let line = isPath ? null : PAIR.exec(rest); line !== null; line = PAIR.exec(rest)) {
      pairs.push([]);
      rest = rest.slice(line[0].length);
    }
    isPath = !isPath && rest.startsWith(':');
    if (rest !== '') pairs.at(-1)?.push(rest);
  }
  return pairs.map(parseFields);
}

const PAIR = /^[0-9a-f]{40,64} [0-9a-f]{40,64}\n/;

function parseFields(fields: readonly string[]): TreeChange[] {
  const changes: TreeChange[] = [];
  let at = 0;
  for (let field = fields[at]; field?.startsWith(':'); field = fields[at]) {
    const renamed = /[RC]\d*$/.test(field);
    const paths = fields.slice(at + 1, at + (renamed ? 3 : 2));
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
    const [added = '-', removed = '-', ...path] = record.split('\t');
    at += path.join('\t') === '' ? 3 : 1;
    if (added === '-') return { ...change, added: 0, removed: 0, binary: true };
    return { ...change, added: Number(added), removed: Number(removed), binary: false };
  });
}
