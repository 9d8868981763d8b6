import { type CommitFacts, clampTime } from '../git/commit-bytes.ts';

/** When a commit says that it was made, ISO. One with an impossible date has the nearest that can be. */
export function createdAt({ time }: Pick<CommitFacts, 'time'>): string {
  return new Date(clampTime(new Date(Math.min(time * 1000, 8.64e15))) * 1000).toISOString();
}
