import { type JsonObject, textAt } from './json-value.ts';

/** Tools of MCP servers that run a command line, as `mcp__workspace__bash`. */
const SHELL = /^mcp__.+__(?:\w+_)?(?:bash|shell|sh|terminal|exec(?:ute)?|run|command)(?:_\w+)?$/i;

/** The command line that a tool of an MCP server was asked to run; empty for any other tool. */
export function mcpCommand(tool: string, input: JsonObject): string {
  const isShell = SHELL.test(tool) && Object.keys(input).every((key) => SHELL_ARGUMENTS.includes(key));
  return isShell ? textAt(input, 'command') || textAt(input, 'cmd') : '';
}

const SHELL_ARGUMENTS = ['command', 'cmd', 'cwd', 'workdir', 'description', 'timeout', 'timeout_ms', 'restart'];

/** What a tool of an MCP server was asked, in a line: `command=logs namespace=web`; empty for any other tool. */
export function mcpArguments(tool: string, input: JsonObject): string {
  if (!tool.startsWith('mcp__')) return '';
  return Object.entries(input)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ');
}
