import { type BytePath, nameOf } from './byte-path.ts';
import { lowerCase, wildmatch } from './wildmatch.ts';

/** A pattern as .gitignore and .gitattributes write it, bound to the folder of its file. */
export interface PathPattern {
  readonly glob: string;
  /** The folder that it is relative to; empty at the top. */
  readonly base: BytePath;
  /** Without a slash it matches the name alone, anywhere below. */
  readonly anchored: boolean;
  readonly foldersOnly: boolean;
  /** How much of the glob, from its beginning, means itself. */
  readonly plain: number;
}

export function parsePattern(text: string, base: BytePath): PathPattern {
  const foldersOnly = text.endsWith('/');
  const trimmed = foldersOnly ? text.slice(0, -1) : text;
  const glob = trimmed.startsWith('/') ? trimmed.slice(1) : trimmed;
  const special = glob.search(/[*?[\\]/);
  return { glob, base, anchored: trimmed.includes('/'), foldersOnly, plain: special < 0 ? glob.length : special };
}

export function matchesPattern(pattern: PathPattern, path: BytePath, foldCase: boolean): boolean {
  const { base, glob } = pattern;
  if (base !== '' && !path.startsWith(`${base}/`)) return false;
  const subject = pattern.anchored ? path.slice(base === '' ? 0 : base.length + 1) : nameOf(path);
  const { plain } = pattern;
  const [wanted, found] = [glob.slice(0, plain), subject.slice(0, plain)];
  if (wanted !== found && !(foldCase && lowerCase(wanted) === lowerCase(found))) return false;
  if (plain === glob.length) return subject.length === plain;
  return wildmatch(glob, subject, { pathname: pattern.anchored, foldCase });
}
