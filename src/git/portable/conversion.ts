import { Refusal } from '../files/refusal.ts';
import type { AttributeValue, FileAttributes } from './attributes.ts';
import { type BytePath, textOf } from './byte-path.ts';
import { type ConfigValues, isTrue } from './config-values.ts';

/** What git does to line ends between working tree and repository. `auto` looks at the content first. */
interface LineEnds {
  readonly convert: 'never' | 'always' | 'auto';
  /** What a checkout writes. */
  readonly checkout: 'lf' | 'crlf';
}

export interface Conversion {
  readonly lineEnds: LineEnds;
  /** `$Id$` is expanded in the working tree. */
  readonly ident: boolean;
}

const never: LineEnds = { convert: 'never', checkout: 'lf' };

/** How a path is converted. A program that the user set for it is refused by name: nothing here runs it. */
export function conversionOf(path: BytePath, attributes: FileAttributes, config: ConfigValues): Conversion {
  refusePrograms(path, attributes, config);
  return { lineEnds: lineEndsOf(attributes, config), ident: attributes['ident'] === true };
}

function refusePrograms(path: BytePath, attributes: FileAttributes, config: ConfigValues): void {
  const { filter, 'working-tree-encoding': encoding } = attributes;
  if (typeof filter === 'string') {
    const configured = ['clean', 'smudge', 'process'].some((kind) => config.text(`filter.${filter}.${kind}`));
    if (filter === 'lfs') throw new Refusal(`${textOf(path)}, which is kept in Git LFS`);
    // git, too, passes the bytes through when it was told nothing about the filter.
    if (configured) throw new Refusal(`${textOf(path)}, which goes through the filter ‘${filter}’`);
  }
  if (typeof encoding === 'string' && !/^utf-?8$/i.test(encoding))
    throw new Refusal(`${textOf(path)}, whose encoding is ${encoding} (working-tree-encoding)`);
}

function lineEndsOf(attributes: FileAttributes, config: ConfigValues): LineEnds {
  const text = textState(attributes['text']) ?? textState(attributes['crlf']);
  if (text === 'binary') return never;
  const eol = attributes['eol'];
  const given = eol === 'lf' || eol === 'crlf' ? eol : undefined;
  if (text === 'auto') return { convert: 'auto', checkout: given ?? platformEnd(config) };
  if (given !== undefined) return { convert: 'always', checkout: given };
  if (text === 'input') return { convert: 'always', checkout: 'lf' };
  if (text === 'text') return { convert: 'always', checkout: platformEnd(config) };
  return fromAutocrlf(config);
}

function textState(value: AttributeValue | undefined): 'text' | 'binary' | 'auto' | 'input' | undefined {
  if (value === true) return 'text';
  if (value === false) return 'binary';
  return value === 'auto' || value === 'input' ? value : undefined;
}

function fromAutocrlf(config: ConfigValues): LineEnds {
  const value = config.text('core.autocrlf')?.toLowerCase() ?? 'false';
  if (value === 'input') return { convert: 'auto', checkout: 'lf' };
  return isTrue(value) ? { convert: 'auto', checkout: 'crlf' } : never;
}

function platformEnd(config: ConfigValues): 'lf' | 'crlf' {
  const autocrlf = config.text('core.autocrlf')?.toLowerCase() ?? 'false';
  if (autocrlf === 'input') return 'lf';
  if (isTrue(autocrlf)) return 'crlf';
  const eol = config.text('core.eol')?.toLowerCase();
  if (eol === 'crlf' || eol === 'lf') return eol;
  return process.platform === 'win32' ? 'crlf' : 'lf';
}
