import type { AttributeValue, FileAttributes } from '../files/attributes.ts';
import { type BytePath, textOf } from '../files/byte-path.ts';
import { type ConfigValues, isTrue } from '../files/config-values.ts';
import { Refusal } from '../files/refusal.ts';

/** What decides whether git stores a file otherwise than it lies on the disk. */
interface ConvertedFile {
  readonly path: BytePath;
  readonly attributes: FileAttributes;
  readonly config: ConfigValues;
}

/** Refuses content that `git add` would change on its way into the repository. */
export function refuseCleaning(file: ConvertedFile, bytes: Buffer): void {
  refusePrograms(file);
  if (file.attributes['ident'] === true && bytes.includes('$Id:')) throw refusal(file, 'has its $Id$ expanded (ident)');
  if (lineEndsOf(file, bytes) !== undefined && bytes.includes('\r\n'))
    throw refusal(file, 'ends lines in CRLF, which git converts');
}

/** Refuses content that a checkout would change on its way to the disk. */
export function refuseSmudging(file: ConvertedFile, bytes: Buffer): void {
  refusePrograms(file);
  if (file.attributes['ident'] === true && bytes.includes('$Id')) throw refusal(file, 'has an $Id$ to expand (ident)');
  if (lineEndsOf(file, bytes) === 'crlf' && bytes.includes('\n')) throw refusal(file, 'gets its lines ended in CRLF');
}

function refusePrograms(file: ConvertedFile): void {
  const why = programOf(file);
  if (why !== undefined) throw refusal(file, why);
}

/** The program or encoding that stands between the file and its blob, whatever it holds. */
export function programOf({ attributes, config }: ConvertedFile): string | undefined {
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

/** The line ends that a checkout writes; undefined where git converts none. */
function lineEndsOf({ attributes, config }: ConvertedFile, bytes: Buffer): 'lf' | 'crlf' | undefined {
  const text = textState(attributes['text']) ?? textState(attributes['crlf']);
  const autocrlf = config.text('core.autocrlf')?.toLowerCase() ?? 'false';
  const eol = (['lf', 'crlf'] as const).find((value) => value === attributes['eol']);
  const isUnset = text === undefined && eol === undefined;
  if (text === 'binary' || (isUnset && autocrlf !== 'input' && !isTrue(autocrlf))) return undefined;
  // Where git guesses, a file with a NUL is no text.
  if ((isUnset || text === 'auto') && bytes.includes(0)) return undefined;
  return text === 'input' ? 'lf' : (eol ?? platformEnd(config));
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
