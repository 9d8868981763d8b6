import { mapTexts } from '../core/map-texts.ts';
import { formRules } from './form-rules.ts';
import { headerRules } from './header-rules.ts';
import { KnownSecrets } from './known-secrets.ts';
import { findKubernetesSecrets } from './kubernetes-secrets.ts';
import { findNamedValues } from './named-values.ts';
import { findPrivateKeys } from './private-keys.ts';
import { findProgramArguments } from './program-arguments.ts';
import { readBare } from './read-value.ts';
import type { SecretRule, SecretSpan } from './secret-span.ts';
import { findVendorTokens } from './vendor-tokens.ts';

const rules = [...formRules, ...headerRules];
const hints = [...new Set(rules.flatMap((rule) => rule.hints))].sort((one, other) => other.length - one.length);
/** Which rules a piece of text calls for: those of its own, and of the shorter pieces in it. */
const calledBy = new Map(
  hints.map((hint) => [hint, rules.filter((rule) => rule.hints.some((piece) => hint.includes(piece)))] as const),
);
/** One look for all of them is quicker than one for each. */
const HINT = new RegExp(hints.map((hint) => hint.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'), 'g');

export interface Redacted {
  readonly text: string;
  readonly count: number;
  /** Each kind once, sorted. */
  readonly kinds: readonly string[];
}

/** A secret's place for a report: what kind, on which line, where. The secret itself is not in it. */
interface SecretPlace extends SecretSpan {
  /** From 1. */
  readonly line: number;
}

/** Replaces every secret by `[REDACTED:kind]`. Redacting a redacted text changes nothing. */
export function redact(text: string): Redacted {
  const spans = findSpans(text);
  if (spans.length === 0) return { text, count: 0, kinds: [] };
  const kinds = [...new Set(spans.map((span) => span.kind))].sort();
  return { text: replaceSpans(text, spans), count: spans.length, kinds };
}

export function replaceSpans(text: string, spans: readonly SecretSpan[]): string {
  if (spans.length === 0) return text;
  const parts: string[] = [];
  let at = 0;
  for (const span of spans) {
    parts.push(text.slice(at, span.start), `[REDACTED:${span.kind}]`);
    at = span.end;
  }
  parts.push(text.slice(at));
  return parts.join('');
}

/** Says where secrets are, in the order of the text. */
export function findSecrets(text: string): SecretPlace[] {
  let line = 1;
  let counted = 0;
  return findSpans(text).map((span) => {
    for (let next = text.indexOf('\n', counted); next !== -1 && next < span.start; next = text.indexOf('\n', counted)) {
      line += 1;
      counted = next + 1;
    }
    return { ...span, line };
  });
}

/** How many secrets were taken out of a value, counted by the marks they left in it. */
export function countRedactions(value: unknown): number {
  return (JSON.stringify(value) ?? '').match(/\[REDACTED:[a-z0-9-]+\]/g)?.length ?? 0;
}

/** Redacts every string inside a plain value, and what is a secret in one of them in all others; keys stay as they are. */
export function redactDeep<T>(value: T): T {
  const known = new KnownSecrets();
  // Paths, names and commands come again and again.
  const done = new Map<string, string>();
  const redacted = mapTexts(value, (text) => {
    const before = done.get(text);
    if (before !== undefined) return before;
    const spans = findSpans(text);
    for (const { kind, start, end } of spans) known.remember(text.slice(start, end), kind);
    const clean = replaceSpans(text, spans);
    done.set(text, clean);
    return clean;
  });
  return known.isEmpty ? redacted : mapTexts(redacted, (text) => known.hide(text));
}

/** Every secret's place, in the order of the text, none within another. */
export function findSpans(text: string): SecretSpan[] {
  const found = [
    ...findPrivateKeys(text),
    ...findVendorTokens(text),
    ...findByForm(text),
    ...findNamedValues(text),
    ...(text.includes('kind:') ? findKubernetesSecrets(text) : []),
    ...findProgramArguments(text),
  ];
  return joinOverlaps(found);
}

function findByForm(text: string): SecretSpan[] {
  const called = rulesCalledBy(text);
  if (called.size === 0) return [];
  const spans: SecretSpan[] = [];
  for (const rule of rules) {
    if (!called.has(rule)) continue;
    for (const match of text.matchAll(rule.pattern)) {
      const span = spanOf(text, match, rule);
      if (span !== undefined && (rule.accepts?.(text.slice(span.start, span.end)) ?? true)) spans.push(span);
    }
  }
  return spans;
}

function rulesCalledBy(text: string): Set<SecretRule> {
  const called = new Set<SecretRule>();
  HINT.lastIndex = 0;
  for (let match = HINT.exec(text); match; match = HINT.exec(text)) {
    for (const rule of calledBy.get(match[0]) ?? []) called.add(rule);
    // The next piece may begin within this one.
    HINT.lastIndex = match.index + 1;
  }
  return called;
}

function spanOf(text: string, match: RegExpExecArray, { kind, reads }: SecretRule): SecretSpan | undefined {
  if (reads !== undefined) {
    const read = readBare(text, match.index + match[0].length, reads);
    return read === undefined ? undefined : { kind, start: read.start, end: read.end };
  }
  const secret = match.groups?.['secret'] ?? match[0];
  const start = match.index + match[0].lastIndexOf(secret);
  return { kind, start, end: start + secret.length };
}

/** Overlapping finds become one span; the more specific kind, which was found first, names it. */
function joinOverlaps(found: readonly SecretSpan[]): SecretSpan[] {
  if (found.length < 2) return [...found];
  const order = new Map(found.map((span, index) => [span, index]));
  const rank = (span: SecretSpan) => order.get(span) ?? 0;
  const sorted = [...found].sort((a, b) => a.start - b.start || rank(a) - rank(b));
  const joined: SecretSpan[] = [];
  let best = 0;
  for (const span of sorted) {
    const last = joined.at(-1);
    if (last === undefined || span.start >= last.end) {
      joined.push(span);
      best = rank(span);
      continue;
    }
    const kind = rank(span) < best ? span.kind : last.kind;
    best = Math.min(best, rank(span));
    joined[joined.length - 1] = { kind, start: last.start, end: Math.max(last.end, span.end) };
  }
  return joined;
}
