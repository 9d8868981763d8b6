const PATHS_IN_A_LINE = 12;
/** Paths that share a folder are short beside it. */
const PATHS_BELOW_A_FOLDER = 24;
/** `/home/ada/projects/app` */
const SHARED_SEGMENTS = 5;

/** Paths of edited files, several in a line; those of another working tree below its folder, which is said once in a line. */
export function editedLines(paths: readonly string[]): string[] {
  const near = paths.filter((path) => !isAbsolute(path));
  const clusters = new Map<string, string[]>();
  for (const path of paths.filter(isAbsolute)) {
    const key = path.split('/').slice(0, SHARED_SEGMENTS).join('/');
    clusters.set(key, [...(clusters.get(key) ?? []), path]);
  }
  return [
    ...[...clusters.values()].flatMap(linesOfCluster),
    ...grouped(near, PATHS_IN_A_LINE).map((some) => some.join(', ')),
  ];
}

function isAbsolute(path: string): boolean {
  return /^(?:[a-z]:)?\//i.test(path);
}

function linesOfCluster(paths: readonly string[]): string[] {
  const root = paths.length === 1 ? '' : commonFolder(paths);
  if (root === '') return paths.map((path) => path);
  return grouped(paths, PATHS_BELOW_A_FOLDER).map(
    (some) => `in ${root}: ${some.map((path) => path.slice(root.length + 1)).join(', ')}`,
  );
}

/** The folder that all are in; the last folder of a path stays with its name. */
function commonFolder(paths: readonly string[]): string {
  const [first = [], ...rest] = paths.map((path) => path.split('/').slice(0, -2));
  let depth = first.length;
  for (const folders of rest)
    while (depth > 0 && folders.slice(0, depth).join('/') !== first.slice(0, depth).join('/')) depth -= 1;
  return depth < 2 ? '' : first.slice(0, depth).join('/');
}

/** The newest stand last; the first line takes what is left over. */
function grouped(paths: readonly string[], most: number): string[][] {
  const count = Math.ceil(paths.length / most);
  return Array.from({ length: count }, (_, at) => {
    const end = paths.length - (count - 1 - at) * most;
    return paths.slice(Math.max(0, end - most), end);
  });
}
