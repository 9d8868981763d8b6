import { type MergedConfig, readConfig } from '../config/merge.ts';
import type { Checkpoint, Identity } from '../core/checkpoint.ts';
import type { Config } from '../core/config.ts';
import { Failure } from '../core/failure.ts';
import { type CheckpointNumber, parseRange, parseSelector } from '../core/number.ts';
import type { World } from '../core/world.ts';
import type { GitEngine } from '../git/engine.ts';
import type { ChooseLimits } from '../snapshot/choose-files.ts';
import { findRenumbering } from '../store/aliases.ts';
import { loadNumber } from '../store/find.ts';
import { loadCheckpoint } from '../store/load.ts';
import { listNumbers } from '../store/state.ts';
import { type LocatedRepository, locate, openEngine } from './open-engine.ts';
import { processWorld } from './process-world.ts';

/** An open repository: what every verb works on. */
export interface Repository {
  readonly engine: GitEngine;
  readonly world: World;
  /** Read beside the first git process; awaited where a setting is needed. */
  readonly settings: Promise<MergedConfig>;
  /** Numbers that somebody used and that mean another checkpoint by now; the rim tells them. */
  readonly moved: MovedNumber[];
  /** What went wrong without stopping the work; the rim tells it. */
  readonly warnings: string[];
  close(): Promise<void>;
}

/** A checkpoint had the number `from` here before it was shared as `to`. */
interface MovedNumber {
  readonly from: CheckpointNumber;
  readonly to: CheckpointNumber;
  /** Another checkpoint has the old number now. */
  readonly taken: boolean;
}

/** Finds and opens the repository around a directory. A program that has no screen to offer leaves the world out. */
export async function openRepository(
  directory: string,
  world: World = processWorld(directory),
  options: { readonly bare?: boolean } = {},
): Promise<Repository> {
  return openLocated(await locate(directory, world, options), world);
}

/** Opens the repository around a directory for one piece of work, and closes it afterwards. */
export async function withRepository<T>(
  directory: string,
  world: World,
  work: (repository: Repository) => Promise<T>,
): Promise<T> {
  const repository = await openRepository(directory, world);
  try {
    return await work(repository);
  } finally {
    await repository.close();
  }
}

/** Opens a repository that was found already. */
export async function openLocated(located: LocatedRepository, world: World): Promise<Repository> {
  const engine = await openEngine(located, world);
  const settings = engine.configEntries().then((entries) => readConfig({ entries, place: engine.place }, world));
  // Thrown to whoever asks for a setting, which may be nobody.
  settings.catch(() => undefined);
  return { engine, world, settings, moved: [], warnings: [], close: () => engine.close() };
}

export async function configOf(repository: Repository): Promise<Config> {
  return (await repository.settings).config;
}

/** Fails when one of these settings is wrong: for a command that is about them, where a default would do what nobody asked for. */
export async function requireSettings(repository: Repository, names: readonly (keyof Config)[]): Promise<void> {
  const { problems } = await repository.settings;
  const wrong = problems.find(({ setting }) => setting !== undefined && names.includes(setting));
  if (wrong !== undefined) throw wrong.failure;
}

/** The number of the checkpoint that a person or program named; keeps in mind when it is another than it was. */
export async function numberNamed(repository: Repository, name: string): Promise<CheckpointNumber> {
  const { engine } = repository;
  const selector = parseSelector(name);
  const number = await loadNumber(engine, selector);
  const moved = selector.kind === 'number' ? await findRenumbering(engine, selector.number) : undefined;
  if (moved !== undefined) repository.moved.push({ from: moved.from, to: moved.to, taken: number === moved.from });
  return number;
}

/** The same for several names, in their order; `1..4` and `30-32` are all that there are between. */
export async function numbersNamed(repository: Repository, names: readonly string[]): Promise<CheckpointNumber[]> {
  const numbers: CheckpointNumber[] = [];
  for (const name of names) {
    const range = parseRange(name);
    if (range === undefined) numbers.push(await numberNamed(repository, name));
    else numbers.push(...(await numbersBetween(repository, range)));
  }
  return numbers;
}

async function numbersBetween(
  repository: Repository,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<CheckpointNumber[]> {
  const ends = [await endOf(repository, from), await endOf(repository, to)];
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const between = (await listNumbers(repository.engine)).filter((number) => number >= least && number <= most);
  if (between.length > 0) return between;
  throw new Failure('fatal', `no checkpoint from ${from} to ${to}`, {
    hint: 'Run `git checkpoint list` to see what there is.',
  });
}

/** An end of a range need not be there any more. */
async function endOf({ engine }: Repository, name: string): Promise<number> {
  const selector = parseSelector(name);
  return selector.kind === 'number' ? selector.number : loadNumber(engine, selector);
}

/** Reads the checkpoint that a person or program named. */
export async function loadNamed(repository: Repository, name: string): Promise<Checkpoint> {
  return loadCheckpoint(repository.engine, await numberNamed(repository, name));
}

/** A checkpoint at hand, or the number to read it by. */
export type CheckpointOrNumber = Checkpoint | CheckpointNumber;

export async function loadGiven({ engine }: Repository, given: CheckpointOrNumber): Promise<Checkpoint> {
  return typeof given === 'number' ? loadCheckpoint(engine, given) : given;
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
