import { hasEscapedBytes } from '../../core/path-text.ts';
import { stripControls } from '../../core/strip-controls.ts';

/** A path for people: bytes that are not UTF-8 as `\xNN`, control characters and quotes as in JSON. */
export function showPath(path: string): string {
  const shown = hasEscapedBytes(path)
    ? path.replace(/(?<![\ud800-\udbff])[\udc80-\udcff]/g, (byte) => `\\x${(byte.charCodeAt(0) - 0xdc00).toString(16)}`)
    : path;
  return /[\u0000-\u001f"\u007f]/.test(shown) ? JSON.stringify(shown) : stripControls(shown);
}

/** `1 file`, `3 files`. */
export function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`;
}

/** `512 bytes`, `3.4 KB`, `12 MB`. */
export function showBytes(bytes: number): string {
  if (bytes < 1000) return count(bytes, 'byte');
  const units = ['KB', 'MB', 'GB', 'TB'];
  const step = Math.min(units.length, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[step - 1]}`;
}
