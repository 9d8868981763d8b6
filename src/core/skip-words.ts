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
} as const satisfies Record<SkipReason, string>;
