import type { Limits } from './baselines.ts';
import { basesOf, historyThen } from './files-then.ts';
import { withRepository } from './repository-then.ts';
import { afterClear } from './session-after-clear.ts';
import { cuts } from './transcript.ts';

const SHARES = [0.2, 0.4, 0.6, 0.8, 1];

/** Whether one session goes on, or each part is a session of its own. */
export const chainKinds = ['one session', 'with /clear'] as const;
export type ChainKind = (typeof chainKinds)[number];

/** The pack of the last of five checkpoints of one transcript, made in a row in one repository. */
export function chainThere(path: string, kind: ChainKind, limits: Limits): string {
  const moments = cuts(path, SHARES).filter(({ session }) => session.events.length > 0);
  const end = moments.at(-1);
  if (end === undefined) return '';
  const bases = basesOf(end.session);
  return withRepository({ session: end.session }, bases, (repository) => {
    for (const [at, cut] of moments.entries()) {
      repository.goTo(historyThen(cut.session, bases));
      const before = moments[at - 1];
      const text = kind === 'with /clear' && before !== undefined ? afterClear(before, cut) : cut.text;
      repository.save(text, cut.extension);
    }
    return repository.resume(limits);
  });
}
