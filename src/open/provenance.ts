import { existsSync } from 'node:fs';
import type { Checkpoint, Oid, Provenance } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { describeError } from '../core/failure.ts';
import { appendLocalLines, readLocalLines } from '../local/local-lines.ts';
import { configOf, type Repository } from './repository.ts';
import { readSignatures } from './signatures.ts';

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

/** Whether it was saved in another clone or worktree than this one; this one may have been at another place then. */
export function isFromElsewhere(repository: Repository, { commit, note }: Checkpoint): boolean {
  const { worktree } = note.context;
  if (worktree === repository.engine.place.root) return false;
  return !madeHere(repository)(commit) || (worktree !== '' && existsSync(worktree));
}

/** Whether this user saved it in this clone: then no other wrote its note. */
export function isMadeHere(repository: Repository, { commit }: Checkpoint): boolean {
  return madeHere(repository)(commit);
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
 * Tells whose a checkpoint is that came from a remote or, without one, was made here. A fetched one is trusted by a good signature of a
 * key that the user lists, or by its author's e-mail address, which whoever may push can write. Who signs is known by the signature:
 * then the user's own address alone proves nothing.
 */
export async function judgeProvenance(
  repository: Repository,
): Promise<(checkpoint: Checkpoint, remote: string | undefined) => Provenance> {
  const me = (await repository.engine.identity()).email.toLowerCase();
  const { allowedAuthors, sign } = await configOf(repository);
  const allowed = new Set(allowedAuthors.map((address) => address.toLowerCase()));
  const signatures = await readSignatures(repository.engine);
  const isTrusted = ({ author, commit }: Checkpoint, remote: string | undefined): boolean => {
    const email = author.email.toLowerCase();
    if (remote === undefined) return email === me || allowed.has(email);
    const state = signatures.get(commit)?.state;
    if (state === 'good' || state === 'bad') return state === 'good';
    return email !== NOBODY && (allowed.has(email) || (email === me && !sign));
  };
  return (checkpoint, remote) =>
    defined({
      remote,
      author: checkpoint.author,
      signed: checkpoint.signed === true,
      signature: signatures.get(checkpoint.commit)?.state,
      trusted: isTrusted(checkpoint, remote),
    });
}

/** By nobody whom the user trusts, however it came here: its words are shown when asked for, and never taken up unasked. */
export function isForeign({ trusted }: Provenance): boolean {
  return !trusted;
}

/** The conversation of a fetched checkpoint is what its remote says it is: the checkpoint's own signature does not cover it. */
export function vouchesForConversation({ remote, signature, trusted }: Provenance): boolean {
  return trusted && (remote === undefined || signature !== 'good');
}
