import type { Checkpoint } from '../core/checkpoint.ts';
import { Failure } from '../core/failure.ts';
import { isForeign, readProvenance, vouchesForConversation } from '../open/provenance.ts';
import type { Repository } from '../open/repository.ts';

/** An agent takes a conversation for its own words: one of somebody else becomes a session only when the user says so. */
export async function refuseForeignWords(repository: Repository, checkpoint: Checkpoint): Promise<void> {
  const provenance = (await readProvenance(repository))(checkpoint);
  if (vouchesForConversation(provenance)) return;
  const { number, author } = checkpoint;
  const whose = isForeign(provenance)
    ? `is by ${author.name} <${author.email}>`
    : `comes from '${provenance.remote}', and the signature of the checkpoint does not cover it`;
  throw new Failure('no', `the conversation of checkpoint ${number} ${whose}`, {
    hint: `Read it with \`git checkpoint show ${number} --conversation\`; --trust lets your agent continue with it.`,
  });
}
