/**
 * Turns exclude patterns into one test. A pattern without an inner slash matches at any depth, as in .gitignore: `*.log`,
 * `node_modules/**`; one with a slash is anchored at the top; a trailing slash means the folder and all below.
 */
export function globMatcher(patterns: readonly string[]): (path: string) => boolean {
  const names = new Set<string>();
  const endings: string[] = [];
  const others: RegExp[] = [];
  // Nearly all patterns are names and endings, and those need no expression, which takes longer to make than to use.
  for (const pattern of patterns) {
    const name = /^([\w. -]+)(?:\/\*\*|\/)?$/.exec(pattern)?.[1];
    const ending = /^\*(\.[\w.-]+)$/.exec(pattern)?.[1];
    if (name !== undefined) names.add(name);
    else if (ending !== undefined) endings.push(ending);
    else others.push(new RegExp(expression(pattern)));
  }
  return (path) =>
    path.split('/').some((part) => names.has(part) || endings.some((ending) => part.endsWith(ending))) ||
    others.some((matcher) => matcher.test(path));
}

function expression(pattern: string): string {
  const body = pattern.replace(/^\//, '').replace(/\/$/, '/**');
  const inner = body.replace(/^\*\*\//, '').replace(/\/\*\*$/, '');
  const floating = !pattern.startsWith('/') && !inner.includes('/');
  const source = body.replace(/\*\*\/|\/\*\*$|\*\*|\*|\?|\[(?:\\.|[^\]\\])+\]|[\\^$.|+(){}[\]]/g, (token) => {
    switch (token) {
      case '**/':
        return '(?:.*/)?';
      case '/**':
        return '(?:/.*)?';
      case '**':
        return '.*';
      case '*':
        return '[^/]*';
      case '?':
        return '[^/]';
      default:
        return token.length > 1 ? bracket(token) : `\\${token}`;
    }
  });
  return `^${floating ? '(?:.*/)?' : ''}${source}(?:/.*)?$`;
}

/** As in git, a range that runs backwards has nothing in it, and what stands behind a backslash is itself. */
function bracket(token: string): string {
  const [, sign = '', inside = ''] = /^\[([!^]?)(.*)\]$/s.exec(token) ?? [];
  const ranges = inside.replace(/\\?(.)(?:-\\?(.))?/gs, (_, from: string, to = from) =>
    from > to ? '' : `${literal(from)}-${literal(to)}`,
  );
  return `[${sign === '' ? '' : '^'}${ranges}]`;
}

function literal(character: string): string {
  return /\w/.test(character) ? character : `\\${character}`;
}
