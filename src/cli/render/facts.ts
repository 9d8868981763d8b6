import { hasEscapedBytes } from '../../core/path-text.ts';
import { stripControls } from '../../core/strip-controls.ts';

/** A path for people: bytes that are not UTF-8 as `\xNN`, control characters and quotes as in JSON. */
export function showPath(path: string): string {
  const shown = hasEscapedBytes(path)
    ? path.replace(/(?<![\ud800-\udbff])[\udc80-\udcff]/g, (byte) => `\\x${(byte.charCodeAt(0) - 0xdc00).toString(16)}`)
    : path;
  return /[\u0000-\u001f"\u007f]/.test(shown) ? JSON.stringify(shown) : stripControls(shown);
}
