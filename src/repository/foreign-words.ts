import type { Checkpoint } from '../core/checkpoint.ts';
import { Failure } from '../core/failure.ts';
import { isForeign, readProvenance } from '../open/provenance.ts';
import type { Repository } from '../open/repository.ts';

/** An agent takes a conversation for its own words: one of somebody else is laid ready only when the user says so. */
export async function refuseForeignWords(repository: Repository, checkpoint: Checkpoint): Promise<void> {
  if (!isForeign((await readProvenance(repository))(checkpoint))) return;
  const { number, author } = checkpoint;
  throw new Failure('no', `the conversation of checkpoint ${number} is by ${author.name} <${author.email}>`, {
    hint: `Read it with \`git checkpoint show ${number} --conversation\`; --trust lets your agent continue with it.`,
  });
}
