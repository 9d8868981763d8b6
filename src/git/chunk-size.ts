/** How much room zlib is to take at a time for about this many bytes: its usual 16 KB cost more than most objects of ours. */
export function chunkFor(size: number): number {
  return Math.min(Math.max(size + 1, 256), 1 << 16);
}
