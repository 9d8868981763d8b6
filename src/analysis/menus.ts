import type { Option } from './options.ts';
import { plainLine } from './sentences.ts';

const ENTRY = /\[([A-Za-z]|[1-9])\]\s+(?!\()([^[\n]{3,160})/g;
const LAST_LINES = 14;

/** The menu that a text ends with: `[A] Discuss it [C] Continue - save and go to step 4`; empty when it ends with none. */
export function menuOf(text: string): Option[] {
  const end = text.trimEnd().split('\n').slice(-LAST_LINES).join('\n');
  const entries = [...end.matchAll(ENTRY)].map(([, key = '', words = '']): Option => {
    const title = plainLine(words.replaceAll('**', '')).replace(/[\s|,;·/-]+$/, '');
    return { key: key.toLowerCase(), title, text: title };
  });
  return new Set(entries.map(({ key }) => key)).size < 2 ? [] : entries;
}

/** The entry that a reply takes by its letter. */
export function entryTaken(reply: string, menu: readonly Option[]): Option | undefined {
  const key = /^\W*(\w)\W*$/.exec(reply.trim())?.[1]?.toLowerCase();
  return menu.find((entry) => entry.key === key);
}
