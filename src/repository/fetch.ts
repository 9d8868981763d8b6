import { defined } from '../core/defined.ts';
import { Failure } from '../core/failure.ts';
import type { Note } from '../core/note.ts';
import type { CheckpointNumber } from '../core/number.ts';
import { findNotes } from '../git/notes.ts';
import type { Repository } from '../open/repository.ts';
import { parseNote } from '../store/note-text.ts';
import { readLocalRefs } from '../sync/local-refs.ts';
import { type ShareOptions, type ShareOutcome, share } from '../sync/share.ts';

/** Takes over what others shared, all of it or by number; sends nothing. */
export async function fetch(
  repository: Repository,
  options: ShareOptions & { readonly numbers?: readonly CheckpointNumber[] } = {},
): Promise<ShareOutcome> {
  const { numbers = [] } = options;
  if (numbers.length === 0) return share(repository, { filter: { fetch: () => true } }, options);
  const wanted = new Set(numbers);
  const outcome = await share(
    repository,
    { filter: { fetch: (number) => wanted.has(number) }, only: numbers },
    options,
  );
  const { checkpoints } = await readLocalRefs(repository.engine);
  const missing = options.dryRun ? undefined : numbers.find((number) => checkpoints.get(number) === undefined);
  if (missing === undefined) return outcome;
  throw new Failure('fatal', `'${outcome.remote.name}' has no checkpoint ${missing} that can be taken over`, {
    hint: 'Run `git checkpoint fetch --list` to see what there is.',
  });
}

/** A checkpoint that the remote has. */
export interface Offer {
  readonly number: CheckpointNumber;
  readonly commit: string;
  /** Absent when its note cannot be read. */
  readonly note?: Note;
  readonly here: boolean;
}

/** What the remote has, newest first, from its notes alone: no file of any checkpoint is downloaded. */
export async function listOffers(repository: Repository, options: ShareOptions = {}): Promise<Offer[]> {
  const { engine } = repository;
  // The numbers that others gave out are heeded from here on, although nothing is taken over.
  const { there: side } = await share(repository, { filter: { fetch: () => false }, only: [] }, options);
  const dead = side.state.ledger.value.dead;
  const offered = [...side.checkpoints]
    .filter(([, commit]) => !dead.has(commit))
    .sort((one, other) => other[0] - one[0]);
  const commits = offered.map(([, commit]) => commit);
  const blobs = await findNotes(engine, side.state.notes?.tree, commits);
  const notes = await engine.readObjects(commits.map((commit) => blobs.get(commit) ?? commit));
  const here = new Set([...(await readLocalRefs(engine)).checkpoints].map(([, commit]) => commit));
  return Promise.all(
    offered.map(async ([number, commit], at): Promise<Offer> => {
      const bytes = blobs.has(commit) ? notes[at]?.bytes : undefined;
      // Somebody else's, and not here yet: an offer without a note is shown as one that cannot be read.
      const note = bytes === undefined ? undefined : await parseNote(bytes).catch(() => undefined);
      return defined({ number, commit, note, here: here.has(commit) });
    }),
  );
}
