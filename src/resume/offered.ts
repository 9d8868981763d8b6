import type { Checkpoint } from '../core/checkpoint.ts';
import { readProvenance } from '../open/provenance.ts';
import type { Repository } from '../open/repository.ts';
import { newestNumbers } from '../store/find.ts';
import { readCheckpoints } from '../store/load.ts';
import { readable } from './find-resumable.ts';
import { oneLine } from './pack/quote.ts';

/** Whoever shares this many in a row is not far down. */
const LOOK_BACK = 60;

/** The newest checkpoint by somebody whom the user did not allow: what could be resumed from where nothing of the user's own is. */
export async function findOffered(repository: Repository): Promise<Checkpoint | undefined> {
  const { engine } = repository;
  const entries = await readCheckpoints(engine, await newestNumbers(engine, LOOK_BACK));
  const provenanceOf = await readProvenance(repository);
  const checkpoints = entries.map(readable).filter((checkpoint) => checkpoint !== undefined);
  return checkpoints.find((checkpoint) => !provenanceOf(checkpoint).trusted);
}

/** Whose it is, and the ways to read it: once, or always. */
export function describeOffered({ number, author }: Pick<Checkpoint, 'number' | 'author'>): string {
  const whose = `${oneLine(author.name)} <${oneLine(author.email)}>`;
  return `Checkpoint ${number} is by ${whose}, not by you, and is not resumed unasked. \`git checkpoint resume ${number}\` reads it; ${wayToAllow(author.email)}.`;
}

/** An address is for the author to choose: only a plain one may be part of a command that is there to be copied. */
function wayToAllow(email: string): string {
  return /^\w[\w.+-]*@[\w.-]+$/.test(email)
    ? `\`git config --global --add checkpoint.allowedAuthors ${email}\` allows all of this author`
    : 'the setting `checkpoint.allowedAuthors` allows all of an author';
}
