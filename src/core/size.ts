import { count } from './count.ts';
import { Failure } from './failure.ts';

const units: Readonly<Record<string, number>> = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 };

/** Bytes, with git's suffixes k, m and g. */
export function parseSize(value: unknown, wrong: (allowed: string) => Failure): number {
  const found = /^(\d{1,12})\s*([kmg]?)(?:i?b)?$/i.exec(String(value).trim());
  const bytes = Number(found?.[1]) * (units[(found?.[2] ?? '').toLowerCase()] ?? 1);
  if (!found || !Number.isSafeInteger(bytes)) throw wrong('a number of bytes such as 1048576, 512k or 10m');
  return bytes;
}

/** `10m` for 10485760: with git's suffix where that is exact. */
export function sizeText(bytes: number): string {
  const suffix = ['g', 'm', 'k'].find((unit) => bytes >= (units[unit] ?? 1) && bytes % (units[unit] ?? 1) === 0) ?? '';
  return `${bytes / (units[suffix] ?? 1)}${suffix}`;
}

/** The size that a flag such as `--max-size 20m` means. */
export function parseSizeFlag(flag: string, value: string): number {
  return parseSize(value, (allowed) => new Failure('usage', `${flag} must be ${allowed} (got '${value}')`));
}

/** `512 bytes`, `3.4 KB`, `13.5 MB`, `120 MB`. */
export function showBytes(bytes: number): string {
  if (bytes < 1000) return count(bytes, 'byte');
  const units = ['KB', 'MB', 'GB', 'TB'];
  const step = Math.min(units.length, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  return `${value < 100 ? value.toFixed(1).replace(/(?<=\d\d)\.0$/, '') : Math.round(value)} ${units[step - 1]}`;
}
