import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import type { Random } from './random.ts';

/** What a random working tree has at a path; paths are latin1 bytes. */
type RandomFile =
  | { readonly kind: 'file'; readonly content: string; readonly executable: boolean }
  | { readonly kind: 'link'; readonly target: string };

export type RandomTree = Map<string, RandomFile>;

const utf8 = (text: string) => Buffer.from(text).toString('latin1');

// Few names, so that files, folders and links meet at the same paths; odd ones, so that nothing is taken for granted.
const names = [
  'a',
  'b',
  'c',
  'sub',
  'with space',
  '-dash',
  '*.ts',
  ':(top)x',
  'new\nline',
  'tab\t',
  '"quoted"',
  'back\\slash',
  'aux',
  'A',
  '.hidden',
  utf8('ünï'),
  utf8('e\u0301'),
  '\xff\xfe',
];

const contents = [
  '',
  'one\n',
  'one\ntwo\n',
  'no end',
  'mac\rline',
  'dos\r\nlines\r\n',
  'mixed\r\nends\n',
  '\0binary\0\xff',
];

const attributes = ['* text=auto\n', '*.ts text eol=crlf\na text eol=crlf\n', '* -text\n', 'b text eol=lf\n'];
const ignores = ['*.ign\n', '*.ign\nignored/\n', '', '/ignored\n/deep/\n'];

/** Files that no step of a random walk writes; some of the ignore rules hide them. */
export const bystanders: readonly string[] = ['keep.ign', 'deep/keep.ign', 'ignored/keep'];

/** Another tree, some steps away: files written, deleted, renamed, turned into folders and links and back. */
export function wander(tree: RandomTree, choice: Random, steps: number): RandomTree {
  const next = new Map(tree);
  for (let step = 0; step < steps; step += 1) {
    const known = [...next.keys()].filter((path) => !path.startsWith('.git'));
    if (known.length > 0 && choice.chance(0.25)) next.delete(choice.pick(known));
    else if (known.length > 0 && choice.chance(0.2)) rename(next, choice.pick(known), choice);
    else if (choice.chance(0.15)) setRules(next, choice);
    else set(next, randomPath(choice), randomFile(choice));
  }
  return next;
}

function setRules(tree: RandomTree, choice: Random): void {
  if (choice.chance(0.5)) set(tree, '.gitattributes', plain(choice.pick(attributes)));
  else set(tree, '.gitignore', plain(choice.pick(ignores)));
}

function rename(tree: RandomTree, from: string, choice: Random): void {
  const file = tree.get(from);
  tree.delete(from);
  if (file !== undefined) set(tree, randomPath(choice), file);
}

/** Puts a file in place; what is in its way goes. */
function set(tree: RandomTree, path: string, file: RandomFile): void {
  for (const other of [...tree.keys()])
    if (other.startsWith(`${path}/`) || path.startsWith(`${other}/`)) tree.delete(other);
  tree.set(path, file);
}

function randomPath(choice: Random): string {
  const depth = choice.pick([1, 1, 2, 2, 3]);
  return Array.from({ length: depth }, () => choice.pick(names)).join('/');
}

function plain(content: string): RandomFile {
  return { kind: 'file', content, executable: false };
}

function randomFile(choice: Random): RandomFile {
  if (choice.chance(0.2)) return { kind: 'link', target: choice.pick(['a', 'sub', '../a', '/nowhere', 'sub/a']) };
  return { kind: 'file', content: choice.pick(contents), executable: choice.chance(0.25) };
}

const at = (root: string, path: string) => Buffer.concat([Buffer.from(`${root}/`), Buffer.from(path, 'latin1')]);

/** Makes the working tree this one, touching only what differs. */
export function applyTree(root: string, from: RandomTree, to: RandomTree): void {
  for (const [path, file] of from) if (to.get(path) !== file) removeFile(root, path);
  for (const [path, file] of to) {
    if (from.get(path) === file) continue;
    const slash = path.lastIndexOf('/');
    if (slash > 0) mkdirSync(at(root, path.slice(0, slash)), { recursive: true });
    if (file.kind === 'link') symlinkSync(file.target, at(root, path));
    else {
      writeFileSync(at(root, path), file.content, 'latin1');
      chmodSync(at(root, path), file.executable ? 0o755 : 0o644);
    }
  }
}

function removeFile(root: string, path: string): void {
  unlinkSync(at(root, path));
  for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
    try {
      rmdirSync(at(root, path.slice(0, slash)));
    } catch {
      // Something else is in there.
      return;
    }
  }
}

/** Every file below a folder except git's own: type, exec bit and bytes by path. */
export function readTree(root: string, folder = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const entry of readdirSync(at(root, folder), { withFileTypes: true, encoding: 'buffer' })) {
    const path = folder + entry.name.toString('latin1');
    if (path === '.git') continue;
    if (entry.isDirectory()) for (const [below, text] of readTree(root, `${path}/`)) found.set(below, text);
    else if (entry.isSymbolicLink()) found.set(path, `link ${readlinkSync(at(root, path))}`);
    else {
      const executable = (lstatSync(at(root, path)).mode & 0o100) !== 0;
      found.set(path, `${executable ? 'exec' : 'file'} ${readFileSync(at(root, path), 'latin1')}`);
    }
  }
  return found;
}

/** When each file of a tree was last written. */
export function writtenAt(root: string, paths: Iterable<string>): Map<string, bigint> {
  return new Map([...paths].map((path) => [path, lstatSync(at(root, path), { bigint: true }).mtimeNs]));
}
