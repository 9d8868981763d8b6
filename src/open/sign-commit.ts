import { describeError, Failure } from '../core/failure.ts';
import { configOf, type Repository } from './repository.ts';

/** Adds the user's signature to a commit. */
export type SignCommit = (commit: Uint8Array) => Promise<Uint8Array>;

/** How commits are signed here, when the user wants that. `unattended`: nobody is there to be asked for a passphrase. */
export async function findSigner(repository: Repository, unattended: boolean): Promise<SignCommit | undefined> {
  if (!(await configOf(repository)).sign) return undefined;
  const { engine, world } = repository;
  return async (commit) => {
    if (engine.signing !== undefined) return engine.signing.sign(commit, unattended || world.stdin.isTTY !== true);
    throw new Failure('fatal', `cannot sign: the ${engine.name} engine has no signatures`, {
      hint: 'Install git, or set `checkpoint.sign` to false.',
    });
  };
}

/** How a save signs. What saves by itself, and the safety copy of a restore, would rather have no signature than no checkpoint. */
export async function signerForSave(
  repository: Repository,
  { automatic, trigger }: { readonly automatic?: boolean; readonly trigger: string },
  tell: (warning: string) => void,
): Promise<SignCommit | undefined> {
  const byItself = automatic === true || trigger === 'restore';
  const signer = await findSigner(repository, byItself);
  return signer !== undefined && byItself ? signOrTell(signer, tell) : signer;
}

/** Leaves a commit unsigned, and tells why, where a signature is not worth losing the work for. */
function signOrTell(sign: SignCommit, tell: (warning: string) => void): SignCommit {
  return async (commit) => {
    try {
      return await sign(commit);
    } catch (error) {
      tell(`The checkpoint is not signed: ${describeError(error)}`);
      return commit;
    }
  };
}
