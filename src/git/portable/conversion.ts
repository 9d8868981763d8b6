import type { AttributeValue, FileAttributes } from '../files/attributes.ts';
import { type BytePath, textOf } from '../files/byte-path.ts';
import { type ConfigValues, isTrue } from '../files/config-values.ts';
import { Refusal } from '../files/refusal.ts';

/** What decides whether git stores a file otherwise than it lies on the disk. */
export interface ConvertedFile {
  readonly path: BytePath;
  readonly attributes: FileAttributes;
  readonly config: ConfigValues;
}

/** Refuses content that `git add` would change on its way into the repository. */
export function refuseCleaning(file: ConvertedFile, bytes: Buffer): void {
  refusePrograms(file);
  if (file.attributes['ident'] === true && bytes.includes('$Id:')) throw refusal(file, 'has its $Id$ expanded (ident)');
  const ends = lineEndsOf(file);
  // Where git guesses, a file with a NUL is no text.
  const converts = ends.convert === 'always' || (ends.convert === 'auto' && !bytes.includes(0));
  if (converts && bytes.includes('\r\n')) throw refusal(file, 'ends lines in CRLF, which git converts');
}

/** Refuses content that a checkout would change on its way to the disk. */
export function refuseSmudging(file: ConvertedFile, bytes: Buffer): void {
  refusePrograms(file);
  if (file.attributes['ident'] === true && bytes.includes('$Id')) throw refusal(file, 'has an $Id$ to expand (ident)');
  const ends = lineEndsOf(file);
  const converts = ends.convert === 'always' || (ends.convert === 'auto' && !bytes.includes(0));
  if (converts && ends.checkout === 'crlf' && bytes.includes('\n')) throw refusal(file, 'gets its lines ended in CRLF');
}

/** Whether a program or an encoding stands between the file and its blob, whatever it holds. */
export function isProgrammed(file: ConvertedFile): boolean {
  return programOf(file) !== undefined;
}

function refusePrograms(file: ConvertedFile): void {
  const why = programOf(file);
  if (why !== undefined) throw refusal(file, why);
}

function programOf({ attributes, config }: ConvertedFile): string | undefined {
  const { filter, 'working-tree-encoding': encoding } = attributes;
  const isConfigured = ['clean', 'smudge', 'process'].some((kind) => config.text(`filter.${filter}.${kind}`));
  if (filter === 'lfs') return 'is kept in Git LFS';
  // git, too, passes the bytes through when it was told nothing about the filter.
  if (typeof filter === 'string' && isConfigured) return `goes through the filter '${filter}'`;
  if (typeof encoding !== 'string' || /^utf-?8$/i.test(encoding)) return undefined;
  return `has the encoding ${encoding} (working-tree-encoding)`;
}

function refusal({ path }: ConvertedFile, why: string): Refusal {
  return new Refusal(`'${textOf(path)}', which ${why}`);
}

/** `auto` looks at the content first; `checkout` is what a checkout writes. */
interface LineEnds {
  readonly convert: 'never' | 'always' | 'auto';
  readonly checkout: 'lf' | 'crlf';
}

function lineEndsOf({ attributes, config }: ConvertedFile): LineEnds {
  const text = textState(attributes['text']) ?? textState(attributes['crlf']);
  const autocrlf = config.text('core.autocrlf')?.toLowerCase() ?? 'false';
  const eol = [attributes['eol']].find((value) => value === 'lf' || value === 'crlf');
  if (text === 'binary') return { convert: 'never', checkout: 'lf' };
  if (text === undefined && eol === undefined)
    return { convert: autocrlf === 'input' || isTrue(autocrlf) ? 'auto' : 'never', checkout: platformEnd(config) };
  const checkout = text === 'input' ? 'lf' : (eol ?? platformEnd(config));
  return { convert: text === 'auto' ? 'auto' : 'always', checkout: checkout === 'crlf' ? 'crlf' : 'lf' };
}

function textState(value: AttributeValue | undefined): 'text' | 'binary' | 'auto' | 'input' | undefined {
  if (typeof value === 'boolean') return value ? 'text' : 'binary';
  return value === 'auto' || value === 'input' ? value : undefined;
}

function platformEnd(config: ConfigValues): 'lf' | 'crlf' {
  const autocrlf = config.text('core.autocrlf')?.toLowerCase() ?? 'false';
  if (autocrlf === 'input') return 'lf';
  const eol = config.text('core.eol')?.toLowerCase();
  return isTrue(autocrlf) || eol === 'crlf' || (eol !== 'lf' && process.platform === 'win32') ? 'crlf' : 'lf';
}
