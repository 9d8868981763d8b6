import { isPlaceholder } from './placeholder.ts';
import type { SecretSpan } from './secret-span.ts';

const KIND = /kind:[ \t]{1,4}["']?Secret["']?[ \t]{0,8}\r?(?:\n|$)/g;
const DATA = /\n(?:stringData|data):[ \t]{0,8}\r?\n/g;
const ENTRY = /[ \t]{1,8}["']?[\w.-]{1,80}["']?:[ \t]{1,8}["']?(?<value>[^\s"']{4,4096})["']?[ \t]{0,8}\r?(?:\n|$)/y;
const MAX_DOCUMENT_LENGTH = 16_384;

/** Finds the values of a Secret of Kubernetes: there the document tells, whatever the names say. Each document is looked at once. */
export function findKubernetesSecrets(text: string): SecretSpan[] {
  const spans: SecretSpan[] = [];
  let after = 0;
  for (const { index } of text.matchAll(KIND)) {
    if (index < after) continue;
    const first = Math.max(after, index - MAX_DOCUMENT_LENGTH);
    const from = first + Math.max(0, text.slice(first, index).lastIndexOf('\n---'));
    const next = text.slice(index, index + MAX_DOCUMENT_LENGTH).indexOf('\n---');
    after = index + (next === -1 ? MAX_DOCUMENT_LENGTH : next);
    const document = text.slice(from, after);
    for (const match of document.matchAll(DATA)) {
      const entries = entriesAt(document, match.index + match[0].length);
      spans.push(...entries.map(({ start, end, ...rest }) => ({ ...rest, start: from + start, end: from + end })));
    }
  }
  return spans;
}

function entriesAt(document: string, at: number): SecretSpan[] {
  const spans: SecretSpan[] = [];
  ENTRY.lastIndex = at;
  for (let match = ENTRY.exec(document); match; match = ENTRY.exec(document)) {
    const value = match.groups?.['value'] ?? '';
    const start = match.index + match[0].lastIndexOf(value);
    if (!isPlaceholder(value)) spans.push({ kind: 'kubernetes-secret', start, end: start + value.length });
  }
  return spans;
}
