import type { Limits } from './baselines.ts';
import { basesOf, historyThen } from './files-then.ts';
import { withRepository } from './repository-then.ts';
import type { Cut } from './transcript.ts';

/** Makes a repository with the files as they were, saves a checkpoint there from the transcript, and resumes from it. */
export function checkpointThere(cut: Cut, limits: Limits, program?: string): string {
  const bases = basesOf(cut.session);
  const subject = { session: cut.session, ...(program === undefined ? {} : { program }) };
  return withRepository(subject, bases, (repository) => {
    repository.goTo(historyThen(cut.session, bases));
    repository.save(cut.text, cut.extension);
    return repository.resume(limits);
  });
}
