import { findSpans, redact, replaceSpans } from '../redaction/redact.ts';

/** A text of a JSON document, with its quotes, or a number. */
const LITERAL = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;
/** One character of a text in JSON, escaped or not. */
const CHARACTER = /\\u[0-9a-fA-F]{4}|\\.|[^\\]/gs;

type Span = ReturnType<typeof findSpans>[number];

interface Literal {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Takes secrets out of one record, a JSON document on one line. Nothing else in it changes, so that it stays what the agent wrote.
 * Each field is searched by itself, as it stands and with its escapes resolved: a secret may need a line end or a quote to be
 * recognised, and what stands in the field before it must not hide it.
 */
export function redactRecord(line: string): string {
  // Most records are clean, and one search over all of it says so.
  if (findSpans(fieldByField(line)).length === 0) return line;
  const resolved = replaceLiterals(line, redactText);
  const spans = fieldsOf(resolved).flatMap(({ start, text }) =>
    findSpans(text).map((span) => ({ ...span, start: start + span.start, end: start + span.end })),
  );
  if (spans.length === 0) return resolved;
  return replaceLiterals(resolved, (literal) => {
    const within = spans.filter(({ start, end }) => start < literal.end && end > literal.start);
    return within.length === 0 ? undefined : cutOut(literal, within);
  });
}

const TEXT_OR_COMMA = /"[^"\\]*(?:\\.[^"\\]*)*"|,/g;
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(.))/g;
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** The record with a line for each field and every escape resolved. */
function fieldByField(line: string): string {
  return line.replace(TEXT_OR_COMMA, (part) => {
    if (part === ',') return ',\n';
    return part.includes('\\') ? withoutEscapes(part) : part;
  });
}

function withoutEscapes(text: string): string {
  return text.replace(ESCAPE, (_, code: string | undefined, sign: string | undefined) =>
    code === undefined ? (CONTROLS[sign ?? ''] ?? sign ?? '') : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** The parts of a record between its commas: mostly a name and a value. */
function fieldsOf(line: string): { readonly start: number; readonly text: string }[] {
  const commas = [...line.matchAll(TEXT_OR_COMMA)].filter(([part]) => part === ',').map(({ index }) => index);
  const starts = [0, ...commas.map((comma) => comma + 1)];
  return starts.map((start, at) => ({ start, text: line.slice(start, commas[at]) }));
}

function redactText(literal: Literal): string | undefined {
  if (!literal.text.startsWith('"')) return undefined;
  const { text, count } = redact(resolve(literal));
  return count === 0 ? undefined : JSON.stringify(text);
}

function literalsOf(line: string): Literal[] {
  return [...line.matchAll(LITERAL)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    text: match[0],
  }));
}

/** A text whose escapes JSON does not know is taken as it stands. */
function resolve({ text }: Literal): string {
  try {
    return JSON.parse(text);
  } catch {
    return text.slice(1, -1);
  }
}

function replaceLiterals(line: string, change: (literal: Literal) => string | undefined): string {
  const parts: string[] = [];
  let at = 0;
  for (const literal of literalsOf(line)) {
    const changed = change(literal);
    if (changed === undefined) continue;
    parts.push(line.slice(at, literal.start), changed);
    at = literal.end;
  }
  parts.push(line.slice(at));
  return parts.join('');
}

/** The literal without what the spans cover of it: whole characters of a text, and a number as a whole. */
function cutOut(literal: Literal, spans: readonly Span[]): string {
  if (!literal.text.startsWith('"')) return JSON.stringify(`[REDACTED:${spans[0]?.kind ?? 'secret'}]`);
  const inner = literal.text.slice(1, -1);
  const bounds = [...inner.matchAll(CHARACTER)].map((match) => match.index);
  bounds.push(inner.length);
  const cut = spans.map(({ kind, start, end }) => ({
    kind,
    start: bounds.findLast((bound) => bound <= Math.max(0, start - literal.start - 1)) ?? 0,
    end: bounds.find((bound) => bound >= Math.min(inner.length, end - literal.start - 1)) ?? inner.length,
  }));
  return `"${replaceSpans(
    inner,
    cut.filter(({ start, end }) => end > start),
  )}"`;
}
