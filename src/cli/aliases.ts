/** Other names that work and that help does not list: older ones, and those that git and the shell taught. Each stands for these words. */
export const aliases: ReadonlyMap<string, readonly [name: string, ...options: string[]]> = new Map([
  ['summary', ['sessions']],
  ['enrich', ['annotate', '--llm']],
  ['report', ['doctor', '--report']],
  ['redo', ['undo']],
  ['ls', ['list']],
  ['rm', ['drop']],
]);

/** The command that a word means. */
export function commandNamed(word: string): string {
  return aliases.get(word)?.[0] ?? word;
}
