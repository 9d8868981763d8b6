import type { BytePath } from './byte-path.ts';

const letters: Readonly<Record<string, string>> = {
  '\x07': 'a',
  '\b': 'b',
  '\t': 't',
  '\n': 'n',
  '\v': 'v',
  '\f': 'f',
  '\r': 'r',
  '"': '"',
  '\\': '\\',
};

/** A path as git prints it with core.quotePath off: quoted only when it holds what could break a line. */
export function quotedPath(path: BytePath): string {
  if (!/[\x00-\x1f\x7f"\\]/.test(path)) return path;
  const body = path.replace(/[\x00-\x1f\x7f"\\]/g, (character) => {
    const letter = letters[character];
    return `\\${letter ?? character.charCodeAt(0).toString(8).padStart(3, '0')}`;
  });
  return `"${body}"`;
}
