/** What a text in a user record is; only some of them were typed by a person. */
export type UserText =
  | { readonly kind: 'prompt'; readonly prompt: string }
  | { readonly kind: 'command'; readonly prompt: string }
  | { readonly kind: 'command-output' }
  | { readonly kind: 'notification'; readonly text: string }
  | { readonly kind: 'shell'; readonly command: string }
  | { readonly kind: 'shell-output'; readonly output: string }
  | { readonly kind: 'interrupt' }
  | { readonly kind: 'nothing' };

/** Blocks that the client puts around or between a person's words. */
const OPENING = /<(system-reminder|ide_opened_file|ide_selection|ide_diagnostics|user-memory-input)>/g;

/** What the client writes below an approved plan that is handed to a new session. */
const TRANSCRIPT_HINT = /\n\s*If you need specific details from before exiting plan mode\b[^\n]*$/;

/** Tells a prompt from the wrappers that Claude Code records as user messages. */
export function readUserText(raw: string): UserText {
  const text = withoutInserted(raw).replace(TRANSCRIPT_HINT, '').trim();
  if (text === '') return { kind: 'nothing' };
  if (text.startsWith('[Request interrupted by user')) return { kind: 'interrupt' };
  if (OF_THE_CLIENT.test(text)) return { kind: 'nothing' };
  if (!text.startsWith('<')) return { kind: 'prompt', prompt: text };
  if (/^<command-(?:name|message)>/.test(text)) return commandOf(commandLine(text));
  if (/^<local-command-(?:stdout|stderr)>/.test(text)) return { kind: 'command-output' };
  if (/^<local-command-caveat>/.test(text)) return { kind: 'nothing' };
  if (text.startsWith('<task-notification>')) return { kind: 'notification', text };
  if (text.startsWith('<bash-input>')) return { kind: 'shell', command: tag(text, 'bash-input') };
  if (text.startsWith('<bash-stdout>')) {
    return { kind: 'shell-output', output: unescaped(`${tag(text, 'bash-stdout')}\n${tag(text, 'bash-stderr')}`) };
  }
  return { kind: 'prompt', prompt: teammateWords(text) || text };
}

const MESSAGE = /<teammate-message\b[^>]*>([\s\S]*?)(?:<\/teammate-message>|$)/g;

/** What another of the team wrote; tasks that come as data beside its words stand in the list of tasks. */
function teammateWords(text: string): string {
  if (!text.startsWith('<teammate-message')) return '';
  const messages = [...text.matchAll(MESSAGE)].map(([, inside = '']) => inside.trim());
  return messages.filter((inside) => inside !== '' && !inside.startsWith('{')).join('\n\n') || (messages[0] ?? '');
}

/** Looks for each end once: an expression would look through the whole text forevery block that has none. */
function withoutInserted(text: string): string {
  const parts: string[] = [];
  const endless = new Set<string>();
  let at = 0;
  for (const { 1: name = '', index } of text.matchAll(OPENING)) {
    if (index < at || endless.has(name)) continue;
    const end = text.indexOf(`</${name}>`, index);
    if (end < 0) endless.add(name);
    else {
      parts.push(text.slice(at, index));
      at = end + name.length + 3;
    }
  }
  return parts.join('') + text.slice(at);
}

/** The text between an opening and a closing tag, or nothing. */
export function tag(text: string, name: string): string {
  const from = text.indexOf(`<${name}>`);
  const to = text.indexOf(`</${name}>`, from);
  return from === -1 || to === -1 ? '' : text.slice(from + name.length + 2, to).trim();
}

/** What was printed stands between tags, with the signs of tags escaped. */
function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

/** Commands that the client carries out itself: the agent has nothing to answer. */
const OF_THE_CLIENT =
  /^\/(?:add-dir|agents|bug|clear|compact|config|context|cost|doctor|effort|exit|export|fast|feedback|help|hooks|ide|login|logout|mcp|memory|model|permissions|plugin|quit|rename|resume|rewind|status|statusline|terminal-setup|theme|upgrade|usage|vim)(?![\w:/-])/;

function commandOf(prompt: string): UserText {
  return OF_THE_CLIENT.test(prompt) ? { kind: 'command-output' } : { kind: 'command', prompt };
}

function commandLine(text: string): string {
  const name = tag(text, 'command-name');
  const command = name.startsWith('/') ? name : `/${name}`;
  // Somebody who types the name again has it twice.
  const said = tag(text, 'command-args');
  return `${command} ${said.startsWith(`${command} `) ? said.slice(command.length) : said}`
    .replace(/^(\S+) +/, '$1 ')
    .trim();
}
