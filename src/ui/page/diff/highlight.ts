import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import cpp from 'highlight.js/lib/languages/cpp';
import css from 'highlight.js/lib/languages/css';
import go from 'highlight.js/lib/languages/go';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import markdown from 'highlight.js/lib/languages/markdown';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';

const languages = {
  bash,
  cpp,
  css,
  go,
  java,
  javascript,
  json,
  kotlin,
  markdown,
  php,
  python,
  ruby,
  rust,
  sql,
  typescript,
  xml,
  yaml,
};
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);

const byEnding: Readonly<Record<string, keyof typeof languages>> = {
  sh: 'bash',
  bash: 'bash',
  c: 'cpp',
  h: 'cpp',
  cc: 'cpp',
  cpp: 'cpp',
  hpp: 'cpp',
  css: 'css',
  scss: 'css',
  go: 'go',
  java: 'java',
  js: 'javascript',
  cjs: 'javascript',
  mjs: 'javascript',
  jsx: 'javascript',
  json: 'json',
  kt: 'kotlin',
  md: 'markdown',
  php: 'php',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sql: 'sql',
  ts: 'typescript',
  tsx: 'typescript',
  mts: 'typescript',
  html: 'xml',
  xml: 'xml',
  svg: 'xml',
  vue: 'xml',
  yml: 'yaml',
  yaml: 'yaml',
};

/** A piece of a line and what it is: `keyword`, `string`; empty for what is nothing in particular. */
export interface Token {
  readonly scope: string;
  readonly text: string;
}

/** Longer texts are shown without colours at once rather than with colours later. */
const MAX_LENGTH = 60_000;

/** The lines of a text as tokens. Tokens are text and never markup, so nothing in a file can become part of the page. */
export function highlight(path: string, lines: readonly string[]): readonly (readonly Token[])[] {
  const plain = () => lines.map((text) => [{ scope: '', text }]);
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  const language = Object.hasOwn(byEnding, ending) ? byEnding[ending] : undefined;
  const text = lines.join('\n');
  if (language === undefined || text.length > MAX_LENGTH) return plain();
  const emitter = hljs.highlight(text, { language, ignoreIllegals: true })._emitter as unknown as TokenTree;
  const found: Token[][] = [[]];
  collect(emitter.rootNode, '', found);
  return found.length === lines.length ? found : plain();
}

interface TokenNode {
  readonly scope?: string;
  readonly children: readonly (string | TokenNode)[];
}

interface TokenTree {
  readonly rootNode: TokenNode;
}

function collect(node: TokenNode, around: string, lines: Token[][]): void {
  const scope = node.scope?.startsWith('language:') ? around : (node.scope ?? around);
  for (const child of node.children) {
    if (typeof child !== 'string') {
      collect(child, scope, lines);
      continue;
    }
    for (const [at, text] of child.split('\n').entries()) {
      if (at > 0) lines.push([]);
      if (text !== '') lines.at(-1)?.push({ scope, text });
    }
  }
}

const classes: Readonly<Record<string, string>> = {
  keyword: 'tok-keyword',
  literal: 'tok-keyword',
  built_in: 'tok-keyword',
  type: 'tok-type',
  title: 'tok-title',
  attr: 'tok-title',
  attribute: 'tok-title',
  name: 'tok-keyword',
  string: 'tok-string',
  regexp: 'tok-string',
  number: 'tok-number',
  comment: 'tok-comment',
  doctag: 'tok-comment',
  meta: 'tok-comment',
  section: 'tok-title',
  symbol: 'tok-number',
  variable: 'tok-type',
  property: 'tok-title',
};

/** The class that colours a token. */
export function classOf(scope: string): string {
  return classes[scope.split('.')[0] ?? ''] ?? '';
}
