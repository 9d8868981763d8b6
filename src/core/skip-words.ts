import type { SkipReason } from './note.ts';

/** Why a file was not captured, in words. */
export const skipWords = {
  'too-large': 'too large',
  excluded: 'excluded',
  secret: 'looks like a secret',
  'nested-repository': 'a repository of its own',
  unreadable: 'cannot be read',
  unstorable: 'git cannot store it',
  refused: 'git does not take such a name',
  'over-total': 'over the total size',
  redacted: 'redacted',
} as const satisfies Record<SkipReason, string>;

/** Whether it is not known what a file holds, although it would have been captured. */
export function isUnreadable(why: SkipReason): boolean {
  return why === 'unreadable' || why === 'unstorable';
}

/** What is wrong with such a file, to follow its name. */
export function unreadableWords(why: SkipReason): string {
  if (why === 'nested-repository')
    return 'is a repository that cannot be looked into, or whose content is in another clone';
  return why === 'unreadable' ? 'cannot be read' : 'cannot be stored by git';
}
