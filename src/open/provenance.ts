import type { Checkpoint, Provenance } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { readLocalLines } from '../local/local-lines.ts';
import { configOf, type Repository } from './repository.ts';

/** The identity that stands in where git knows none: many machines have it, so it proves nothing. */
const NOBODY = 'git-checkpoint@localhost';

/** Tells whose a checkpoint is. What was fetched here is known by a record of this clone. */
export async function readProvenance(repository: Repository): Promise<(checkpoint: Checkpoint) => Provenance> {
  const imported = new Map(
    readLocalLines(repository.engine, 'imported').map((line) => {
      const [commit = '', remote = ''] = line.split(' ');
      return [commit, remote];
    }),
  );
  const judge = await judgeProvenance(repository);
  return (checkpoint) => judge(checkpoint, imported.get(checkpoint.commit));
}

/**
 * Tells whose a checkpoint is that came from a remote or, without one, was made here. An author is trusted by e-mail address alone, as
 * in git itself: who may push to the remote can write any address.
 */
export async function judgeProvenance(
  repository: Repository,
): Promise<(checkpoint: Checkpoint, remote: string | undefined) => Provenance> {
  const me = await repository.engine.identity();
  const { allowedAuthors } = await configOf(repository);
  const trusted = new Set([me.email, ...allowedAuthors].map((address) => address.toLowerCase()));
  return ({ author, signed }, remote) => {
    const email = author.email.toLowerCase();
    return defined({
      remote,
      author,
      signed: signed === true,
      trusted: trusted.has(email) && (remote === undefined || email !== NOBODY),
    });
  };
}

/** Fetched, and by nobody whom the user trusts: its words are shown when asked for, and never taken up unasked. */
export function isForeign({ remote, trusted }: Provenance): boolean {
  return remote !== undefined && !trusted;
}
