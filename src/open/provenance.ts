import type { Checkpoint, Oid, Provenance } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { describeError } from '../core/failure.ts';
import { appendLocalLines, readLocalLines } from '../local/local-lines.ts';
import { configOf, type Repository } from './repository.ts';

/** The identity that stands in where git knows none: many machines have it, so it proves nothing. */
const NOBODY = 'git-checkpoint@localhost';

/**
 * Tells whose a checkpoint is. What was made here, by this user, and what was fetched are known by records of this clone, which each user of a
 * shared repository has apart. What is in neither came in some other way, as in an unpacked archive, and is judged by its author.
 */
export async function readProvenance(repository: Repository): Promise<(checkpoint: Checkpoint) => Provenance> {
  const imported = new Map(
    readLocalLines(repository.engine, 'imported').map((line) => {
      const [commit = '', remote = ''] = line.split(' ');
      return [commit, remote];
    }),
  );
  const judge = await judgeProvenance(repository);
  const isMade = madeHere(repository);
  return (checkpoint) => {
    const remote = imported.get(checkpoint.commit);
    const judged = judge(checkpoint, remote);
    // The words of one that went and was fetched again are the remote's.
    return judged.trusted || remote !== undefined ? judged : { ...judged, trusted: isMade(checkpoint.commit) };
  };
}

/** Reads the record only when it is asked: an address seldom changes. */
function madeHere({ engine }: Repository): (commit: Oid) => boolean {
  let made: ReadonlySet<string> | undefined;
  return (commit) => {
    made ??= new Set(readLocalLines(engine, 'made'));
    return made.has(commit);
  };
}

/** Writes down that a checkpoint was made here. Where that fails, its author's address has to do: the checkpoint is there. */
export function recordMade({ engine, warnings }: Repository, commit: Oid): void {
  try {
    appendLocalLines(engine, 'made', [commit]);
  } catch (error) {
    warnings.push(`it could not be written down that the checkpoint is yours: ${describeError(error)}`);
  }
}

/** A checkpoint that was written anew is whose it was. */
export function recordRewritten(repository: Repository, before: Oid, after: Oid): void {
  if (madeHere(repository)(before)) recordMade(repository, after);
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
