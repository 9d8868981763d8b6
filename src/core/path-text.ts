/**
 * Paths are bytes to git and strings here. A byte that is not UTF-8 becomes the lone surrogate U+DC80…U+DCFF, so that
 * every path survives the way in and out; people see it as `\xNN`.
 */
export function pathFromBytes(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return decodeMixed(bytes);
  }
}

function decodeMixed(bytes: Uint8Array): string {
  const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes[at] ?? 0);
    const sequence = bytes.subarray(at, at + length);
    try {
      text += strict.decode(sequence);
      at += length;
    } catch {
      text += String.fromCharCode(0xdc00 + (bytes[at] ?? 0));
      at += 1;
    }
  }
  return text;
}

function sequenceLength(lead: number): number {
  if (lead >= 0xf0) return 4;
  if (lead >= 0xe0) return 3;
  return lead >= 0xc0 ? 2 : 1;
}

/** The bytes that `pathFromBytes` read. */
export function pathToBytes(path: string): Uint8Array {
  if (!hasEscapedBytes(path)) return new TextEncoder().encode(path);
  const parts = path.split(/((?<![\ud800-\udbff])[\udc80-\udcff])/);
  const bytes = parts.flatMap((part) =>
    /^[\udc80-\udcff]$/.test(part) ? [part.charCodeAt(0) - 0xdc00] : [...new TextEncoder().encode(part)],
  );
  return Uint8Array.from(bytes);
}

/** Whether the path has bytes that are not UTF-8. A surrogate of a proper pair does not count. */
export function hasEscapedBytes(path: string): boolean {
  return /(?<![\ud800-\udbff])[\udc80-\udcff]/.test(path);
}
