import type { Place } from './secret-value.ts';
import type { NameKind } from './secret-words.ts';

/** A telling name in a text. */
export interface Name {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly kind: NameKind;
}

/** Where the value of a name begins, and how it must look to count. */
export interface Lead {
  readonly at: number;
  readonly place: Place;
  readonly kind: string;
  readonly only?: 'quoted' | 'bare' | 'element';
}

const OPERATOR =
  /\\{0,7}["'`]?[)\]]?(?:\*\*|__)?(?:[ \t](?:\d{1,2}|\[[\w*-]{0,40}\]))?(?<before>[ \t]{0,24})(?<sign>=>|:=|[!=]==?|\?\?=|\|\|=|=|:|,|\()(?:\*\*|__)?(?<blank>[ \t]{0,24})/y;
const TYPE = /:[ \t]?&?[\w.<>[\]|]{1,40}[ \t]{0,8}=[ \t]{0,8}/y;
const FALLBACK = /[\w.$[\]"'()]{1,80}[ \t]{0,8}(?:\|\||\?\?|\bor\b)[ \t]{0,8}/y;
const NEXT_LINE = /[ \t]{0,8}\r?\n(?:[ \t]{0,8}\r?\n)?[ \t>]{0,16}/y;
const WHOLE_LINE = /\S{1,512}[ \t]{0,40}(?:#[^\n]{0,200})?(?:\r?\n|$)/y;
/** `name: TOKEN, value: x`, `key="Token" value="x"`, `variable "token" { default = "x" }`, `secret set TOKEN --body x`. */
const BODY = / --(?:body|value)[= ]/y;
const PAIR = /\\{0,7}["']?[\s,]{1,40}\\{0,7}["']?(?:value|val|default)\\{0,7}["']?\s{0,8}[:=]\s{0,8}/iy;
const DECLARED = /"\s{0,4}\{[^{}]{0,200}?\bdefault\s{0,8}=\s{0,8}/y;
const SENTENCE =
  /[ \t](?:(?:for|of|to|on|at|in) (?:[\w.@'-]{1,24} ){1,5}?)?(?:is|was|are|be|to|lautet|ist)(?: now| set to| still| the following)?:?[ \t]{1,3}/iy;
const GENERATED = / is generated for [\w@.-]{1,64}: /y;
/** `credentials: admin / x`. */
const USER_FIRST = /:[ \t]{1,3}[\w.@-]{1,40} ?[/:|,] ?/y;
const BLANK = /[ \t]{1,8}/y;

/** Every place at which the value of a name may begin, the surest first. */
export function* leadsOf(text: string, name: Name): Generator<Lead> {
  const { start, end } = name;
  const kind = 'assigned-secret';
  if (name.text.startsWith('-') && /[= ]/.test(text[end] ?? ''))
    yield { at: end + 1, place: 'certain', kind: 'flag-value' };
  if (text[end] === '>' && /[<:]/.test(text[start - 1] ?? ''))
    yield { at: end + 1, place: 'certain', kind, only: 'element' };
  yield* behindOperator(text, name);
  const pair = after(PAIR, text, end) ?? after(DECLARED, text, end) ?? after(BODY, text, end);
  if (pair !== undefined) yield { at: pair, place: 'certain', kind };
  const words = after(GENERATED, text, end) ?? after(SENTENCE, text, end) ?? after(USER_FIRST, text, end);
  if (words !== undefined) yield { at: words, place: 'line', kind };
  const blank = after(BLANK, text, end);
  if (blank !== undefined) yield { at: blank, place: placeBehindBlank(text, name), kind };
}

function* behindOperator(text: string, name: Name): Generator<Lead> {
  if (text[name.end] === '=' && /^[A-Z][A-Z0-9_]*$/.test(name.text))
    yield { at: name.end + 1, place: 'certain', kind: 'env-value' };
  OPERATOR.lastIndex = name.end;
  const match = OPERATOR.exec(text);
  if (match === null) return;
  const { before = '', sign = '', blank = '' } = match.groups ?? {};
  const at = name.end + match[0].length;
  const kind = 'assigned-secret';
  yield { at, place: 'likely', kind, only: 'quoted' };
  if (sign === ',' || sign === '(' || /[!=]==?/.test(sign)) return;
  yield { at, place: placeOf(text, name, { at, tight: before === '' && blank === '' }), kind, only: 'bare' };
  const quoted = after(FALLBACK, text, at) ?? after(TYPE, text, name.end);
  if (quoted !== undefined) yield { at: quoted, place: 'likely', kind, only: 'quoted' };
  const next = after(NEXT_LINE, text, at);
  if (next !== undefined) yield { at: next, place: 'loose', kind };
}

function after(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  return match === null ? undefined : at + match[0].length;
}

function placeOf(text: string, name: Name, { at, tight }: { readonly at: number; readonly tight: boolean }): Place {
  if (startsLine(text, name)) return after(WHOLE_LINE, text, at) === undefined ? 'likely' : 'line';
  const before = text[name.start - 1] ?? '';
  // `?token=…`, and `'X-Api-Key: …'`, where the string holds name and value.
  if (/[?&]/.test(before) || (/["'`]/.test(before) && text[name.end] === ':')) return 'line';
  return tight ? 'likely' : 'loose';
}

/** In a configuration file the name is the first thing on its line, behind a dash, a quote, a mark of a diff or a comment at most. */
function startsLine(text: string, { start }: Name): boolean {
  const before = text.slice(Math.max(0, start - 80), start);
  return /(?:^|\n)[ \t>#|*+-]{0,40}(?:\d{1,6}[→:\t ]{1,3})?[ \t"'*_:]{0,40}(?:[A-Za-z]{2,12} ){0,4}$/.test(before);
}

const SETTING =
  /(?:^|\n)\s{0,8}(?:ENV|ARG|setx?|set -[a-zA-Z]{1,4}|setenv|SetEnv|export)\s{1,4}$|config(?:ure)? set \S{0,40}$/;
const TOLD = /\blogin \S{1,40}\s{1,40}$|\b(?:user|username|and|the|with|this|my) (?:\w{1,20} )?(?:and )?$/i;

/** `ENV TOKEN x`, `requirepass x`, "and password x", a line `storePassword 'x'`. */
function placeBehindBlank(text: string, found: Name): Place {
  const { start, end, text: name } = found;
  const before = text.slice(Math.max(0, start - 60), start);
  if (SETTING.test(before) || /^(?:requirepass|masterauth)$/.test(name)) return 'certain';
  const isQuotedLine = /^[ \t]{1,8}["']/.test(text.slice(end, end + 9)) && startsLine(text, found);
  return isQuotedLine || TOLD.test(before) ? 'likely' : 'loose';
}
