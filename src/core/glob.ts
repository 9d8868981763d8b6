/**
 * Turns exclude patterns into one test. A pattern without an inner slash matches at any depth, as in .gitignore: `*.log`,
 * `node_modules/**`; one with a slash is anchored at the top; a trailing slash means the folder and all below.
 */
export function globMatcher(patterns: readonly string[]): (path: string) => boolean {
  if (patterns.length === 0) return () => false;
  const matchers = patterns.map((pattern) => new RegExp(expression(pattern)));
  return (path) => matchers.some((matcher) => matcher.test(path));
}

function expression(pattern: string): string {
  const body = pattern.replace(/^\//, '').replace(/\/$/, '/**');
  const inner = body.replace(/^\*\*\//, '').replace(/\/\*\*$/, '');
  const floating = !pattern.startsWith('/') && !inner.includes('/');
  const source = body.replace(/\*\*\/|\/\*\*$|\*\*|\*|\?|\[[^\]]+\]|[\\^$.|+(){}[\]]/g, (token) => {
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
        return token.length > 1 ? token.replace(/^\[!/, '[^') : `\\${token}`;
    }
  });
  return `^${floating ? '(?:.*/)?' : ''}${source}(?:/.*)?$`;
}
