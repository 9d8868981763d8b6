/**
 * Words without which no command is destructive, as patterns of a shell. A payload with one of them may still be harmless: then the
 * program looks, as it would without this. `test/unit/agents/command-filter.test.ts` holds it against everything that is known to be one.
 */
const WORDS = [
  '*git*',
  '*[Rr][Mm]*',
  '*[Dd][Ee][Ll]*',
  '*[Ee][Rr][Aa][Ss][Ee]*',
  '*[Rr][Ee][Mm][Oo][Vv][Ee]*',
  '*mv*',
  '*dd*of=*',
  '*shred*',
  '*truncate*',
  '*unlink*',
].join('|');

// What stands before the tool's input, such as paths, is not looked at. Letters are never escaped in JSON.
const BEGIN = `p=$(cat); case \${p#*'"tool_input"'} in ${WORDS}) printf %s "$p" | `;
const END = " ;; *) echo '{}' ;; esac";

/** A line for the shell that starts a hook only where a command has one of the words: a shell is there sooner than a program. */
export function filterCommands(command: string): string {
  return `${BEGIN}${command}${END}`;
}

/** The hook in such a line; a line of any other form as it is. */
export function withoutFilter(line: string): string {
  return line.startsWith(BEGIN) && line.endsWith(END) ? line.slice(BEGIN.length, -END.length) : line;
}
