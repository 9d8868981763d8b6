/** Commands for which an agent or a person waits. */
export const hotCommands: ReadonlySet<string> = new Set(['hook', 'status', 'save', 'resume', 'list', 'show', 'verify']);
