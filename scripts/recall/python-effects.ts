import type { ShellEffect } from './shell-effects.ts';

const LITERAL = /r?(?:'''[\s\S]*?'''|"""[\s\S]*?"""|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")/.source;
const STEP = new RegExp(
  [
    String.raw`^(?<name>\w+)\s*=\s*(?<value>${LITERAL})[ \t]*$`,
    String.raw`\.replace\(\s*(?<old>${LITERAL}|\w+)\s*,\s*(?<fresh>${LITERAL}|\w+)\s*(?:,\s*(?<count>1)\s*)?,?\s*\)`,
  ].join('|'),
  'gm',
);
const FILE = new RegExp(String.raw`\b(?:Path|open)\(\s*(${LITERAL})`, 'g');
const WRITE = new RegExp(String.raw`\bPath\(\s*(${LITERAL})\s*\)+\.write_text\(\s*(${LITERAL})\s*[,)]`, 'g');

/** What a short script of Python did to files: plain texts written to one, or replaced in the only one that it names. */
export function pythonEffects(script: string, resolve: (path: string) => string | undefined): ShellEffect[] {
  const written = [...script.matchAll(WRITE)].flatMap(([, file = '', text = '']): ShellEffect[] => {
    const path = resolve(plain(file));
    return path === undefined ? [] : [{ kind: 'write', path, text: plain(text) }];
  });
  const files = new Set([...script.matchAll(FILE)].map(([, file = '']) => plain(file)));
  const [path] = [...files].map(resolve);
  const isWritten = /\.write(?:_text)?\(/.test(script);
  if (written.length > 0 || files.size !== 1 || path === undefined || !isWritten) return written;
  return [{ kind: 'replace', path, change: changeOf(script) }];
}

/** The replacements in their order, with the names that stood for their texts then. */
function changeOf(script: string): (text: string) => string {
  const names = new Map<string, string>();
  const textOf = (word = '') => (/^\w+$/.test(word) ? names.get(word) : plain(word));
  const steps: ((text: string) => string)[] = [];
  for (const { groups = {} } of script.matchAll(STEP)) {
    const { name, value = '', count } = groups;
    if (name !== undefined) {
      names.set(name, plain(value));
      continue;
    }
    const [old, fresh] = [textOf(groups['old']), textOf(groups['fresh'])];
    if (old === undefined || old === '' || fresh === undefined) continue;
    steps.push((text) => (count === undefined ? text.replaceAll(old, () => fresh) : text.replace(old, () => fresh)));
  }
  return (text) => steps.reduce((then, step) => step(then), text);
}

function plain(literal: string): string {
  const [, raw = '', , inner = ''] = /^(r?)('''|"""|'|")([\s\S]*)\2$/.exec(literal) ?? [];
  if (raw !== '') return inner;
  const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', '\n': '' };
  return inner.replace(/\\([\s\S])/g, (_, sign: string) => escapes[sign] ?? sign);
}
