import { type MergedConfig, readConfig } from '../config/merge.ts';
import type { Checkpoint, Identity } from '../core/checkpoint.ts';
import type { Config } from '../core/config.ts';
import { parseSelector } from '../core/number.ts';
import type { World } from '../core/world.ts';
import type { GitEngine } from '../git/engine.ts';
import { openEngine } from '../git/open.ts';
import type { ChooseLimits } from '../snapshot/choose-files.ts';
import { loadNumber } from '../store/find.ts';
import { loadCheckpoint } from '../store/load.ts';

/** An open repository: what every verb works on. */
export interface Repository {
  readonly engine: GitEngine;
  readonly world: World;
  /** Read beside the first git process; awaited where a setting is needed. */
  readonly settings: Promise<MergedConfig>;
  close(): Promise<void>;
}

/** Finds and opens the repository around a directory. */
export async function openRepository(directory: string, world: World): Promise<Repository> {
  const engine = await openEngine(directory, world);
  const settings = engine.configEntries().then((entries) => readConfig(entries, world));
  settings.catch(() => undefined);
  return { engine, world, settings, close: () => engine.close() };
}

export async function configOf(repository: Repository): Promise<Config> {
  return (await repository.settings).config;
}

/** Reads the checkpoint that a person or program named. */
export async function loadNamed(repository: Repository, name: string): Promise<Checkpoint> {
  return loadCheckpoint(repository.engine, await loadNumber(repository.engine, parseSelector(name)));
}

/** Who changes the store, and when. */
export async function signature(repository: Repository): Promise<{ readonly author: Identity; readonly time: Date }> {
  return { author: await repository.engine.identity(), time: repository.world.now() };
}

/** The limits for a look at the working tree that is compared, not saved: nothing is refused for its size. */
export async function comparingLimits(repository: Repository): Promise<ChooseLimits> {
  const config = await configOf(repository);
  return { ...config, maxCheckpointSize: Number.MAX_SAFE_INTEGER, fit: false };
}
