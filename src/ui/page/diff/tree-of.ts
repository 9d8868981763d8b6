import type { ChangeJson } from '../../api.ts';

/** A folder with what changed below it. */
export interface Folder {
  readonly name: string;
  readonly folders: readonly Folder[];
  readonly files: readonly ChangeJson[];
}

/** Changed files by folder; folders that hold only one folder are drawn as one. */
export function treeOf(changes: readonly ChangeJson[], name = '', depth = 0): Folder {
  const below = new Map<string, ChangeJson[]>();
  const files: ChangeJson[] = [];
  for (const change of changes) {
    const parts = change.path.split('/').slice(depth);
    const [first = ''] = parts;
    if (parts.length === 1) files.push(change);
    else if (below.get(first)?.push(change) === undefined) below.set(first, [change]);
  }
  const folders = [...below].map(([folder, inside]) => treeOf(inside, folder, depth + 1));
  const [only] = folders;
  if (name !== '' && files.length === 0 && folders.length === 1 && only !== undefined)
    return { ...only, name: `${name}/${only.name}` };
  return { name, folders: folders.sort((one, other) => (one.name < other.name ? -1 : 1)), files };
}
