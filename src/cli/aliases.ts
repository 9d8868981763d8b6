/** Other names that work and that help does not list: older ones, and those that git and the shell taught. */
export const aliases: ReadonlyMap<string, string> = new Map([
  ['summary', 'sessions'],
  ['redo', 'undo'],
  ['ls', 'list'],
  ['rm', 'drop'],
]);
