import { join, resolve } from 'node:path';
import type { RepositoryPaths } from '../../core/repository-paths.ts';
import type { World } from '../../core/world.ts';
import { type BytePath, below, onDisk } from './byte-path.ts';
import { expandHome } from './config-includes.ts';
import { homeOf, userFile } from './config-reader.ts';
import type { ConfigValues } from './config-values.ts';
import { matchesPattern, type PathPattern, parsePattern } from './path-pattern.ts';
import { readIfThere } from './read-if-there.ts';
import { readNoFollow } from './read-no-follow.ts';

interface Rule extends PathPattern {
  readonly negated: boolean;
}

/** The rules that hold in one folder: its own, then its parents', then the repository's and the user's. */
export interface FolderRules {
  readonly own: readonly Rule[];
  readonly parent?: FolderRules;
}

/** The text of a .gitignore; undefined when there is none. */
type RulesReader = (path: BytePath) => string | undefined;

/** Reads them from the working tree. */
export function rulesOnDisk(root: string): RulesReader {
  return (path) => readNoFollow(onDisk(root, path));
}

/** Which untracked files git leaves alone: every .gitignore, info/exclude, core.excludesFile. */
export class IgnoreRules {
  readonly #read: RulesReader;
  readonly #foldCase: boolean;
  readonly top: FolderRules;

  constructor(
    place: RepositoryPaths,
    config: ConfigValues,
    source: { readonly env: World['env']; readonly read: RulesReader },
  ) {
    const { env } = source;
    this.#read = source.read;
    this.#foldCase = config.flag('core.ignorecase', false);
    const home = homeOf(env);
    const configured = config.text('core.excludesfile');
    // git stands at the top when it reads it.
    const named = configured && resolve(place.root, expandHome(configured, home));
    const user = readRules(named ?? userFile(env, 'ignore'));
    const repository = readRules(join(place.commonDir, 'info', 'exclude'));
    this.top = { own: [...user, ...repository] };
  }

  /** The rules inside a folder; `hasFile` says that a .gitignore may be there. */
  enter(folder: BytePath, parent: FolderRules, hasFile: boolean): FolderRules {
    const text = hasFile ? this.#read(below(folder, '.gitignore')) : undefined;
    return text === undefined ? parent : { own: parseRules(text, folder), parent };
  }

  /** Whether the last rule that matches says ignore. Of a path below an ignored folder nobody asks. */
  ignores(rules: FolderRules, path: BytePath, isFolder: boolean): boolean {
    for (let level: FolderRules | undefined = rules; level !== undefined; level = level.parent) {
      const rule = level.own.findLast(
        (one) => (isFolder || !one.foldersOnly) && matchesPattern(one, path, this.#foldCase),
      );
      if (rule !== undefined) return !rule.negated;
    }
    return false;
  }
}

function readRules(path: string): Rule[] {
  const text = path === '' ? undefined : readIfThere(path)?.toString('latin1');
  return text === undefined ? [] : parseRules(text, '');
}

function parseRules(text: string, base: BytePath): Rule[] {
  const lines = text.replace(/^\xef\xbb\xbf/, '').split('\n');
  return lines.flatMap((raw) => {
    const line = withoutTrailingSpace(raw.replace(/\r$/, ''));
    if (line === '' || line.startsWith('#')) return [];
    const negated = line.startsWith('!');
    const pattern = parsePattern(negated ? line.slice(1) : line, base);
    return pattern.glob === '' ? [] : [{ ...pattern, negated }];
  });
}

/** Spaces at the end do not count unless a backslash keeps them. */
function withoutTrailingSpace(line: string): string {
  return /^(?:\\.|[^\\])*?(?= *$)/s.exec(line)?.[0] ?? line;
}
