const SIDE_FILE =
  /(?:^|\/)(?:\.[\w.-]*ignore|\.gitattributes|[\w.-]+\.lock|[\w.-]*-lock\.(?:json|yaml)|lockfile|bun\.lockb|go\.sum|[^/]*\.(?:css|scss|less|svg|snap|map|min\.js))$/i;

/** A file that follows from others, or whose text says little to who goes on: a lock file, a style sheet, what git ignores. */
export function isSideFile(path: string): boolean {
  return SIDE_FILE.test(path);
}
