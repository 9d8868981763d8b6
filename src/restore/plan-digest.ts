import { createHash } from 'node:crypto';
import type { RestorePlan } from './plan.ts';

/** Names a plan for somebody who agrees to it: same checkpoint, same files now, same files afterwards. */
export function digestOf({ checkpoint, now, tree, steps }: RestorePlan): string {
  const facts = [checkpoint.commit, now.tree, now.status.head, tree, steps];
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 20);
}
