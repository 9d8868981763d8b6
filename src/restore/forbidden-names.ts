import { foldersAbove } from '../git/disk-path.ts';

/** Why a path of a tree may not be written. */
export type ForbiddenReason =
  | 'outside'
  | 'git-directory'
  | 'twice'
  | 'windows-name'
  | 'backslash'
  | 'control-character';

/** Characters that HFS+ leaves out when it compares names. */
const HFS_IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;
/** `.git` as NTFS spells it: by its short name, with trailing dots and spaces, or with a stream behind a colon. */
const NTFS_GIT = /^(?:\.git|git~\d+)[ .]*(?::.*)?$/i;
const RESERVED =
  /^(?:con|prn|aux|nul|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3]|conin\$|conout\$)(?:[ .:].*)?$/i;

/** What no platform may write: paths that leave the working tree or reach git's own directory under any of its spellings. */
export function forbiddenAnywhere(path: string): ForbiddenReason | undefined {
  const names = path.split('/');
  if (names.some((name) => name === '' || name === '.' || name === '..')) return 'outside';
  if (names.some(isGitDirectory)) return 'git-directory';
  return path.includes('\0') ? 'control-character' : undefined;
}

function isGitDirectory(name: string): boolean {
  // A backslash parts names on Windows: `a\.git\config` reaches git's directory there.
  return name.split('\\').some((part) => NTFS_GIT.test(part.replace(HFS_IGNORED, '')));
}

/** What Windows cannot write, or writes elsewhere than it says. Elsewhere such names are ordinary, if odd. */
export function forbiddenOnWindows(path: string): ForbiddenReason | undefined {
  if (path.includes('\\')) return 'backslash';
  if (/[\u0001-\u001f]/.test(path)) return 'control-character';
  const bad = path.split('/').some((name) => RESERVED.test(name) || /[ .]$/.test(name) || /[:<>"|?*]/.test(name));
  return bad ? 'windows-name' : undefined;
}

/** Paths that a damaged or forged tree names twice, or as a file and a folder at once. */
export function namedTwice(paths: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const path of paths) {
    if (seen.has(path)) twice.add(path);
    seen.add(path);
  }
  for (const path of paths) if (foldersAbove(path).some((folder) => seen.has(folder))) twice.add(path);
  return twice;
}

/** Groups of paths that one file system entry would have to hold where case and composed characters make no difference. */
export function collisionsOf(paths: readonly string[]): string[][] {
  const spellings = new Map<string, Set<string>>();
  for (const path of paths) {
    for (const spelling of [path, ...foldersAbove(path)]) {
      const folded = spelling.normalize('NFC').toLowerCase();
      const known = spellings.get(folded);
      if (known === undefined) spellings.set(folded, new Set([spelling]));
      else known.add(spelling);
    }
  }
  return [...spellings.values()].filter(({ size }) => size > 1).map((group) => [...group].sort());
}
