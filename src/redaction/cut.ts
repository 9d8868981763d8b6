import { findPrivateKeys } from './private-keys.ts';
import { findSpans, joinOverlaps, replaceSpans } from './redact.ts';
import type { SecretSpan } from './secret-rule.ts';

/** A secret within a line is not longer; private keys, which are, go first. */
const REACH = 2048;

/**
 * Cuts the middle out of a text. Half of a secret, or one without its name, is not recognised any more: private keys are taken out
 * before, and so is what lies at a cut.
 */
export function cutMiddle(text: string, { head, tail }: { readonly head: number; readonly tail: number }) {
  const clean = replaceSpans(text, joinOverlaps(findPrivateKeys(text)));
  if (clean.length <= head + tail) return { whole: clean };
  const from = clean.length - tail;
  const half = secretsNear(clean, head).find(({ start, end }) => start < head && head < end);
  const open = secretsNear(clean, from).filter(({ end }) => end > from);
  const inTail = open.map((span) => ({ ...span, start: Math.max(0, span.start - from), end: span.end - from }));
  return {
    head: half === undefined ? clean.slice(0, head) : `${clean.slice(0, half.start)}[REDACTED:${half.kind}]`,
    tail: replaceSpans(clean.slice(from), inTail),
    gone: from - head,
  };
}

/** The secrets on the line of a cut; a name and its value may stand on two lines. */
function secretsNear(text: string, at: number): SecretSpan[] {
  const line = text.lastIndexOf('\n', at - 1);
  const two = line <= 0 ? 0 : text.lastIndexOf('\n', line - 1) + 1;
  const start = Math.max(two, at - REACH, 0);
  const near = text.slice(start, at + REACH);
  const next = near.indexOf('\n', at - start);
  const end = next === -1 ? -1 : near.indexOf('\n', next + 1);
  const spans = findSpans(end === -1 ? near : near.slice(0, end));
  return spans.map((span) => ({ ...span, start: start + span.start, end: start + span.end }));
}
