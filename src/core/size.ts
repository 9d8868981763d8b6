import { Failure } from './failure.ts';

const units: Readonly<Record<string, number>> = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 };

/** Bytes, with git's suffixes k, m and g. */
export function parseSize(value: unknown, wrong: (allowed: string) => Failure): number {
  const found = /^(\d{1,12})\s*([kmg]?)(?:i?b)?$/i.exec(String(value).trim());
  const bytes = Number(found?.[1]) * (units[(found?.[2] ?? '').toLowerCase()] ?? 1);
  if (!found || !Number.isSafeInteger(bytes)) throw wrong('a number of bytes such as 1048576, 512k or 10m');
  return bytes;
}

/** The size that a flag such as `--max-size 20m` means. */
export function parseSizeFlag(flag: string, value: string): number {
  return parseSize(
    value,
    (allowed) => new Failure('usage', `${flag}: '${value}' is not a size`, { hint: `Use ${allowed}.` }),
  );
}
