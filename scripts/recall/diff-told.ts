import type { RawCall } from './raw-event.ts';
import { placedCommands } from './shell-places.ts';

/** A piece of a file as the last commit has it, and as it is. */
export interface Hunk {
  readonly old: string;
  readonly fresh: string;
}

/** What `git diff` showed of a file that differs from the last commit. */
export interface DiffTold {
  readonly path: string;
  readonly hunks: readonly Hunk[];
  readonly isNew: boolean;
  readonly isDeleted: boolean;
}

/** Nothing where a call compared anything but the files with the last commit, or in another repository. */
export function diffTold(call: RawCall, cwd: string): DiffTold[] {
  const [command, ...more] = placedCommands(call, cwd);
  if (command === undefined || call.failed || more.length > 0 || command.directory === undefined) return [];
  const [git, verb, ...options] = command.words;
  if (git !== 'git' || verb !== 'diff' || options.some((word) => word.startsWith('-') && word !== '--')) return [];
  const files = call.output.split(/^(?=diff --git )/m).flatMap(fileOf);
  const named = options.filter((word) => word !== 'HEAD' && word !== '--').map((word) => word.replace(/\/$/, ''));
  const isNamed = ({ path }: DiffTold) =>
    named.length === 0 || named.some((name) => name === '.' || path === name || `/${path}/`.includes(`/${name}/`));
  // A folder below may be a repository of its own: its paths do not begin with the folder.
  const below = command.directory.startsWith(`${cwd}/`) ? `${command.directory.slice(cwd.length + 1)}/` : '';
  const isHere = command.directory === cwd || below !== '';
  return isHere && files.every(isNamed) ? files.filter(({ path }) => path.startsWith(below)) : [];
}

function fileOf(section: string): DiffTold[] {
  const path = /^diff --git a\/(.+) b\/\1$/m.exec(section)?.[1];
  if (path === undefined) return [];
  const [head = '', ...bodies] = section.split(/^@@ .*@@.*\n/m);
  return [
    {
      path,
      hunks: bodies.map((body) => ({ old: side(body, ' -'), fresh: side(body, ' +') })),
      isNew: /^new file mode/m.test(head),
      isDeleted: /^deleted file mode/m.test(head),
    },
  ];
}

/** The lines with one of the signs. */
function side(body: string, signs: string): string {
  return body
    .replace(/\n$/, '')
    .split('\n')
    .filter((line) => signs.includes(line[0] ?? ' '))
    .map((line) => line.slice(1))
    .join('\n');
}
