/** A program that runs another one. */
interface Wrapper {
  /** Options that are followed by a value. */
  readonly valued: RegExp;
  /** How many words stand before the command. */
  readonly operands: number;
}

const plain: Wrapper = { valued: /^$/, operands: 0 };
const wrappers: Readonly<Record<string, Wrapper>> = {
  ...Object.fromEntries(
    'builtin busybox command do doas else exec if nohup setsid stdbuf then time until while !'
      .split(' ')
      .map((name) => [name, plain]),
  ),
  chrt: { valued: /^-[TPD]$/, operands: 1 },
  env: { valued: /^(?:-[uCS]|--unset|--chdir)$/, operands: 0 },
  flock: { valued: /^-[Ew]$/, operands: 1 },
  ionice: { valued: /^-[cnpPu]$/, operands: 0 },
  nice: { valued: /^(?:-n|--adjustment)$/, operands: 0 },
  parallel: { valued: /^-[jIn]$/, operands: 0 },
  sudo: { valued: /^-[ugpChDRTU]$/, operands: 0 },
  timeout: { valued: /^(?:-[sk]|--signal|--kill-after)$/, operands: 1 },
  xargs: { valued: /^-[adEILnPs]$/, operands: 0 },
};

const SHELL = /^(?:ba|z|da|k|a|fi)?sh$/;
const ASSIGNMENT = /^[A-Za-z_]\w*=/;

/** A command without what runs it: variables before it, `sudo -u x`, `timeout 5`, `bash -c "`. */
export function withoutWrapping(part: string): string {
  const words = part.split(/\s+/).map((word) => word.replace(/^["']/, ''));
  let at = 0;
  for (;;) {
    const next = afterWrapping(words, at);
    if (next === at) return words.slice(at).join(' ');
    at = next;
  }
}

/** Where the command begins that the word here runs; the word itself when it is no wrapper. */
function afterWrapping(words: readonly string[], at: number): number {
  const word = words[at] ?? '';
  if (ASSIGNMENT.test(word)) return at + 1;
  const name = word.slice(word.lastIndexOf('/') + 1);
  if (name === 'eval') return at + 1;
  if (SHELL.test(name)) return afterShell(words, at);
  const wrapper = Object.hasOwn(wrappers, name) ? wrappers[name] : undefined;
  return wrapper === undefined ? at : afterOptions(words, at + 1, wrapper.valued) + wrapper.operands;
}

/** `-c`, `-lc`: what follows is a command; without it, the name of a script. */
function afterShell(words: readonly string[], at: number): number {
  const end = afterOptions(words, at + 1, /^(?:-o|\+O|--rcfile|--init-file)$/);
  const isCommand = words.slice(at + 1, end).some((word) => /^-[a-z]*c$/.test(word));
  return isCommand ? end : at;
}

function afterOptions(words: readonly string[], from: number, valued: RegExp): number {
  let at = from;
  while (words[at]?.startsWith('-')) at += valued.test(words[at] ?? '') ? 2 : 1;
  return at;
}
