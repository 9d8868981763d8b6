/**
 * Words without which no command is destructive, as patterns of a shell. A payload with one of them may still be harmless: then the
 * program looks, as it would without this. `test/unit/agents/command-filter.test.ts` holds it against everything that is known to be one.
 */
const PATTERNS = [
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
];
const WORDS = PATTERNS.join('|');

/** The same words as a regular expression, for plugins. */
export const DESTRUCTIVE_WORDS = PATTERNS.map((one) => one.slice(1, -1).replaceAll('*', '[^]*')).join('|');

// What stands before the tool's input, such as paths, is not looked at. Letters are never escaped in JSON.
const destructive = {
  begin: `p=$(cat); case \${p#*'"tool_input"'} in ${WORDS}) printf %s "$p" | `,
  end: " ;; *) echo '{}' ;; esac",
};

/** Looks for the mark that `local/due.ts` leaves for a session. */
const IS_DUE = [
  'p=$(cat);',
  `s=\${p#*'"session_id":"'};`,
  `[ -e "\${XDG_STATE_HOME:-$HOME/.local/state}/git-checkpoint/due/\${s%%'"'*}" ]`,
].join(' ');

/** Lines for the shell that start a hook only where it has something to do: a shell is there sooner than a program. */
const filters = {
  /** Before commands that may destroy something. */
  destructive,
  /** At a prompt, when the user or the model is still to be told something. */
  due: { begin: `${IS_DUE} && printf %s "$p" | `, end: ' || :' },
  /** At a prompt, when nobody is to be told anything: such a hook may run beside the agent. */
  'nothing-due': { begin: `${IS_DUE} || printf %s "$p" | `, end: '' },
} as const;

export type CommandFilter = keyof typeof filters;

export function filterCommand(command: string, filter: CommandFilter): string {
  const { begin, end } = filters[filter];
  return `${begin}${command}${end}`;
}

/** The hook in such a line; a line of any other form as it is. */
export function withoutFilter(line: string): string {
  const filter = Object.values(filters).find(({ begin, end }) => line.startsWith(begin) && line.endsWith(end));
  return filter === undefined ? line : line.slice(filter.begin.length, line.length - filter.end.length);
}
