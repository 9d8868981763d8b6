import type { SettingsPlaces } from '../../agents/agent-settings.ts';
import { Failure } from '../../core/failure.ts';
import type { World } from '../../core/world.ts';
import { localPath } from '../../local/files.ts';
import { readJournal, userJournal } from '../../local/hook-journal.ts';
import { configOf, type Repository } from '../../open/repository.ts';
import { repairStore } from '../../repository/repair-store.ts';
import { isOutside } from '../outside.ts';
import { runJobs } from '../run-jobs.ts';
import { checkHooks } from './check-hooks.ts';
import { checkSaving } from './check-saving.ts';
import { checkStore } from './check-store.ts';
import { checkTranscripts } from './check-transcripts.ts';
import { checkVersions } from './check-versions.ts';
import { type Finding, note, wrong } from './finding.ts';

export type { Finding } from './finding.ts';

interface Examination {
  /** A repository, or why there is none. */
  readonly repository: Repository | Error;
  readonly places: SettingsPlaces;
  readonly program: readonly string[];
  readonly world: World;
}

const JOURNAL_LINES = 5;
const SAVING_PATIENCE_MS = 10_000;

/** Looks at everything that the automation needs. Changes nothing of the user's. */
export async function examine({ repository: found, places, program, world }: Examination): Promise<Finding[]> {
  const repository = found instanceof Error ? undefined : found;
  return [
    ...(await checkVersions(repository, world)),
    ...(found instanceof Error ? [withoutRepository(found, world)] : await checkStore(found)),
    ...(repository === undefined ? [] : await checkSaving(repository, places, program)),
    ...(await checkHooks(places, program, world)),
    ...(repository === undefined ? [] : await checkTranscripts(repository, places)),
    ...journalNotes(repository, world),
  ];
}

/** Outside of repositories nothing can be saved; in one that cannot be opened it should be. */
function withoutRepository(error: Error, world: World): Finding {
  if (isOutside(world.cwd, world)) return note(error.message);
  return wrong(`nothing is saved here: ${error.message}`, error instanceof Failure ? error.hint : undefined);
}

function journalNotes(repository: Repository | undefined, world: World): Finding[] {
  const path = repository === undefined ? userJournal(world) : localPath(repository.engine.place, 'journal');
  const lines = readJournal(path, JOURNAL_LINES);
  return lines.length === 0 ? [] : [note(`the last lines of ${path}:`), ...lines.map((line) => note(`  ${line}`))];
}

/** Repairs what can be repaired without losing anything; what it did, in words. */
export async function repair(repository: Repository): Promise<string[]> {
  const { place } = repository.engine;
  const done = await repairStore(repository);
  const report = (event: string, error: unknown) => done.push(`${event}: ${String(error)}`);
  const hook = {
    place,
    world: repository.world,
    repository: () => Promise.resolve(repository),
    config: () => configOf(repository),
    report,
  };
  await runJobs(hook, SAVING_PATIENCE_MS);
  return done;
}
