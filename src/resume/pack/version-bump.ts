import type { Hunk } from './hunks.ts';

const VERSION = /\d+\.\d+(?:\.\d+)?[\w.+-]*/g;

/** Whether nothing but numbers of versions changed: a release says so better in its message. */
export function isVersionBump(hunks: readonly Hunk[]): boolean {
  const lines = hunks.flatMap(({ text }) => text.split('\n').slice(1));
  const removed = lines.filter((line) => line.startsWith('-')).map(withoutVersions);
  const added = lines.filter((line) => line.startsWith('+')).map(withoutVersions);
  return removed.length > 0 && removed.join('\n') === added.join('\n');
}

function withoutVersions(line: string): string {
  return line.slice(1).replace(VERSION, '');
}
