import { defined } from '../core/defined.ts';

/** What `-m` says, as `git commit -m` has it: the first line is the summary, further lines and further `-m` are paragraphs below it. */
export function messageWords(messages: readonly string[]): {
  readonly summary?: string;
  readonly description?: string;
} {
  if (messages.length === 0) return {};
  const [summary = '', ...more] = messages.join('\n\n').trim().split('\n');
  const description = more.join('\n').trim();
  return defined({ summary: summary.trim(), description: description === '' ? undefined : description });
}
