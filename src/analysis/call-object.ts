import { cutWords } from './sentences.ts';
import type { CallView } from './session-view.ts';

const MAX_PATHS = 3;
const MAX_WORDS = 120;

/** What a call is about: its files with their lines, or what is searched for and fetched. */
export function callObject({ call: { action, description = '', lines }, paths }: CallView): string {
  const files = paths.slice(0, MAX_PATHS).map((path) => (lines === undefined ? path : `${path}:${lines}`));
  const sought = action === 'search' && description !== '' ? [cutWords(description, MAX_WORDS)] : [];
  return [...sought, ...files].join(sought.length > 0 && files.length > 0 ? ' in ' : ' ');
}
