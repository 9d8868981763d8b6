import type { Oid } from '../../core/checkpoint.ts';
import { LINK, SUBMODULE } from '../../core/tree-change.ts';
import type { RawObject } from '../files/pack-file.ts';
import { DIRECTORY, parseTree, type RawEntry, renderTree } from '../tree-bytes.ts';
import { isSafeName } from './safe-name.ts';

const modes = new Set([DIRECTORY, '100644', '100664', '100755', LINK, SUBMODULE]);
const person = '[^<>\\n]*<[^<>\\n]*> \\d{1,19} [+-]\\d{4}';
const commitForm = new RegExp(
  `^tree [0-9a-f]{40}\\n(?:parent [0-9a-f]{40}\\n)*author ${person}\\ncommitter ${person}\\n`,
);

/** What is wrong with an object that came from elsewhere; undefined when nothing is. */
export function faultIn(object: RawObject): string | undefined {
  if (object.type === 'commit') return commitForm.test(object.bytes.toString('latin1')) ? undefined : 'badCommit';
  return object.type === 'tree' ? faultInTree(object.bytes) : undefined;
}

function faultInTree(bytes: Buffer): string | undefined {
  const entries = findEntries(bytes);
  if (entries === undefined) return 'badTree';
  const unsafe = entries.find(({ name }) => !isSafeName(name));
  if (unsafe !== undefined) return `badName: '${unsafe.name}'`;
  if (entries.some(({ mode }) => !modes.has(mode))) return 'badFilemode';
  if (new Set(entries.map(({ name }) => name)).size < entries.length) return 'duplicateEntries';
  return renderTree(entries).equals(bytes) ? undefined : 'treeNotSorted';
}

function findEntries(bytes: Buffer): RawEntry[] | undefined {
  try {
    return parseTree(bytes, 40);
  } catch {
    // That is the fault.
    return undefined;
  }
}

/** The objects that a sound object cannot do without. A submodule's commit is not one of them. */
export function neededBy(object: RawObject): Oid[] {
  if (object.type === 'tree')
    return parseTree(object.bytes, 40)
      .filter(({ mode }) => mode !== SUBMODULE)
      .map(({ oid }) => oid);
  if (object.type === 'blob') return [];
  const text = object.bytes.toString('latin1');
  const head = text.slice(0, text.indexOf('\n\n') + 1);
  return [...head.matchAll(/^(?:tree|parent|object) ([0-9a-f]{40})$/gm)].map((match) => match[1] ?? '');
}
