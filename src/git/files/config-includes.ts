import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { wildmatch } from './wildmatch.ts';

/** What the conditions of `includeIf` ask about. */
export interface IncludeFacts {
  readonly home: string;
  /** Absent where there is no repository. */
  readonly gitDir?: string;
  readonly branch?: string | undefined;
  readonly remoteUrls: readonly string[];
}

/** Whether the condition in `includeIf.<condition>.path` holds; unknown ones never do, as in git. */
export function includeHolds(condition: string, from: string, facts: IncludeFacts): boolean {
  const colon = condition.indexOf(':');
  const kind = condition.slice(0, colon);
  const pattern = condition.slice(colon + 1);
  switch (kind) {
    case 'gitdir':
    case 'gitdir/i':
      return matchesGitDir(expandHome(pattern, facts.home), from, {
        gitDir: facts.gitDir,
        foldCase: kind !== 'gitdir',
      });
    case 'onbranch':
      return facts.branch !== undefined && wildmatch(closed(pattern), facts.branch, { pathname: true });
    case 'hasconfig':
      return (
        /^remote\.\*\.url:/.test(pattern) &&
        facts.remoteUrls.some((url) => wildmatch(pattern.slice(13), url, { pathname: true }))
      );
    default:
      return false;
  }
}

function matchesGitDir(
  pattern: string,
  from: string,
  { gitDir, foldCase }: { readonly gitDir: string | undefined; readonly foldCase: boolean },
): boolean {
  if (gitDir === undefined) return false;
  const rooted = pattern.startsWith('./') ? join(dirname(from), pattern.slice(2)) : pattern;
  const anchored = isAbsolute(rooted) ? rooted : `**/${rooted}`;
  return [gitDir, realpathSync(gitDir)].some((path) => wildmatch(closed(anchored), path, { pathname: true, foldCase }));
}

/** A pattern that ends in a slash means everything below. */
function closed(pattern: string): string {
  return pattern.endsWith('/') ? `${pattern}**` : pattern;
}

export function expandHome(path: string, home: string): string {
  return path === '~' || path.startsWith('~/') ? join(home, path.slice(1)) : path;
}
