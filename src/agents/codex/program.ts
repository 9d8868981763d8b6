import { isObject, type JsonObject } from '../json-value.ts';
import { type Token, tokensOf } from './js-tokens.ts';
import { type JsValue, type Names, ValueReader } from './js-value.ts';

/** A tool that a program calls. `raw` is the text that a custom tool is given. */
export interface NestedCall {
  readonly tool: string;
  readonly input: JsonObject;
  readonly raw: string;
}

const MAX_SOURCE = 400_000;
const MAX_TOKENS_READ = 500_000;
const MAX_CALLS = 30;

/**
 * The tools that a program of Codex's code mode calls, in the order of its text. It is read, never run: an argument
 * that is no literal, no constant and no variable of a loop over literals stays unknown.
 */
export function readProgram(source: string): readonly NestedCall[] {
  const tokens = tokensOf(source.slice(0, MAX_SOURCE));
  const names: KnownNames = { values: new Map(), rounds: new Map(), patience: { tokens: MAX_TOKENS_READ } };
  const calls: NestedCall[] = [];
  for (let at = 0; at < tokens.length && calls.length < MAX_CALLS; at += 1) {
    noteNames(tokens, at, names);
    const tool = calledTool(tokens, at);
    if (tool !== undefined)
      calls.push(...rounds(tokens, tool.argument, names).map((value) => nested(tool.name, value)));
  }
  return calls.slice(0, MAX_CALLS);
}

function nested(tool: string, value: JsValue): NestedCall {
  return { tool, input: isObject(value) ? value : {}, raw: typeof value === 'string' ? value : '' };
}

function calledTool(tokens: readonly Token[], at: number): { name: string; argument: number } | undefined {
  if (!is(tokens[at], 'tools') || is(tokens[at - 1], '.')) return undefined;
  const [, dot, name, open, last] = tokens.slice(at, at + 5);
  if (is(dot, '.') && name?.kind === 'name' && is(open, '(')) return { name: name.text, argument: at + 4 };
  if (is(dot, '[') && name?.kind === 'text' && is(open, ']') && is(last, '('))
    return { name: name.text, argument: at + 5 };
  return undefined;
}

/** The value of an argument, once forevery round of the loop that it depends on. */
function rounds(tokens: readonly Token[], at: number, names: Names): readonly JsValue[] {
  const first = new ValueReader(tokens, at, { names });
  const values = [first.read()];
  for (let round = 1; round < Math.min(first.rounds, MAX_CALLS); round += 1) {
    values.push(new ValueReader(tokens, at, { names, round }).read());
  }
  return values;
}

interface KnownNames extends Names {
  readonly values: Map<string, JsValue>;
  readonly rounds: Map<string, readonly JsValue[]>;
}

/** Notes what a declaration, a loop or a `map` at this place says about names. */
function noteNames(tokens: readonly Token[], at: number, names: KnownNames): void {
  if (isOneOf(tokens[at], ['const', 'let', 'var'])) {
    const pattern = patternAt(tokens, at + 1);
    const [sign, value] = [tokens[pattern.behind], new ValueReader(tokens, pattern.behind + 1, { names })];
    if (is(sign, '=')) for (const { name, pick } of pattern.names) names.values.set(name, pick(value.read()));
    if (is(sign, 'of')) bind(pattern, value.read(), names);
  }
  if (isOneOf(tokens[at], ['map', 'forEach', 'flatMap']) && is(tokens[at - 1], '.')) {
    let from = at + 2;
    while (isOneOf(tokens[from], ['async', '('])) from += 1;
    const list = new ValueReader(tokens, beginningOf(tokens, at - 2), { names }).readPrimary();
    bind(patternAt(tokens, from), list, names);
  }
}

/** The names that a pattern gives, each with its part of a value; and where the pattern ends. */
interface Pattern {
  readonly names: readonly { readonly name: string; pick(value: JsValue): JsValue }[];
  readonly behind: number;
}

function patternAt(tokens: readonly Token[], at: number): Pattern {
  const first = tokens[at];
  if (first?.kind === 'name') return { names: [{ name: first.text, pick: (value) => value }], behind: at + 1 };
  if (!isOneOf(first, ['[', '{'])) return { names: [], behind: at };
  const length = tokens.slice(at).findIndex((token) => isOneOf(token, [']', '}']));
  const inside = tokens
    .slice(at + 1, at + Math.max(1, length))
    .flatMap((token) => (token.kind === 'name' ? [token.text] : []));
  const pickFrom = (index: number, name: string) => (value: JsValue) => {
    if (Array.isArray(value)) return is(first, '[') ? value[index] : undefined;
    return is(first, '{') && isObject(value) ? (value as Record<string, JsValue>)[name] : undefined;
  };
  return {
    names: inside.map((name, index) => ({ name, pick: pickFrom(index, name) })),
    behind: at + length + 1,
  };
}

function bind({ names }: Pattern, list: JsValue, known: KnownNames): void {
  if (!Array.isArray(list)) return;
  for (const { name, pick } of names) known.rounds.set(name, list.map(pick));
}

/** Where the list begins that ends here. */
function beginningOf(tokens: readonly Token[], end: number): number {
  let at = end;
  for (let depth = 0; at > 0; at -= 1) {
    if (isOneOf(tokens[at], [']', ')', '}'])) depth += 1;
    if (isOneOf(tokens[at], ['[', '(', '{'])) depth -= 1;
    if (depth === 0) break;
  }
  return at;
}

function is(token: Token | undefined, text: string): boolean {
  return isOneOf(token, [text]);
}

function isOneOf(token: Token | undefined, texts: readonly string[]): boolean {
  return (token?.kind === 'name' || token?.kind === 'mark') && texts.includes(token.text);
}
