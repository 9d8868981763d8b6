export type Role = 'user' | 'agent';

/** Whose words begin with a line, and the words on the line itself. */
interface RoleLine {
  readonly role: Role;
  readonly rest: string;
}

const USER = 'user|human|you|me|prompt';
const AGENT =
  'assistant|agent|ai|model|claude(?: code)?|codex|gemini|chatgpt|gpt[-\\w.]*|copilot|cursor|aider|cline|opencode';
const HEADING = new RegExp(`^#{1,6}\\s+\\W{0,4}(?:(${USER})|(${AGENT}))\\b[^a-z]*$`, 'i');
const LABEL = new RegExp(
  `^(?:\\*\\*|__)?(?:(${USER})|(${AGENT}))(?::(?:\\*\\*|__)?|(?:\\*\\*|__):|(?:\\*\\*|__)$)\\s*(.*)$`,
  'i',
);

/** Reads headings and labels such as `## User`, `**Assistant:** text` and `Human: text`. */
export function readRoleLine(line: string): RoleLine | undefined {
  const match = HEADING.exec(line) ?? LABEL.exec(line);
  if (match === null) return undefined;
  return { role: match[1] === undefined ? 'agent' : 'user', rest: match[3] ?? '' };
}

/** Marks that one program's own export uses, which would mean something else in plain Markdown. */
export function readExportLine(
  line: string,
  flavor: string | undefined,
  before: Role | undefined,
): RoleLine | undefined {
  if (flavor === 'aider' && line.startsWith('#### ')) return { role: 'user', rest: line.slice(5) };
  // Aider marks each line of a prompt, and nothing else.
  if (flavor === 'aider' && before === 'user' && line.trim() !== '') return { role: 'agent', rest: line };
  if (flavor === 'claude-code' && /^[>❯] /.test(line)) return { role: 'user', rest: line.slice(2) };
  if (flavor === 'claude-code' && /^[⏺●] /.test(line)) return { role: 'agent', rest: line.slice(2) };
  return undefined;
}

/** Which program exported the text, where its first lines tell. */
export function readFlavor(line: string): string | undefined {
  if (line.startsWith('# aider chat started')) return 'aider';
  return /\bClaude Code v?\d/.test(line) ? 'claude-code' : undefined;
}
