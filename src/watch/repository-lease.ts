import type { World } from '../core/world.ts';
import { openRepository, type Repository } from '../open/repository.ts';

/** Long enough for captures in quick succession, short enough that changed settings are noticed. */
const MAX_LENGTH = 60_000;

/** Keeps a repository open between uses that follow each other closely: opening costs two git processes. Keeps no process alive. */
export class RepositoryLease {
  readonly #directory: string;
  readonly #world: World;
  #open: { readonly repository: Repository; readonly since: number; readonly timer: NodeJS.Timeout } | undefined;
  #using = 0;

  constructor(directory: string, world: World) {
    this.#directory = directory;
    this.#world = world;
  }

  /** Works in the repository; one in which something failed is not used again. */
  async use<T>(work: (repository: Repository) => Promise<T>): Promise<T> {
    this.#using += 1;
    try {
      return await work(await this.#take());
    } catch (error) {
      await this.close();
      throw error;
    } finally {
      this.#using -= 1;
      if (this.#using === 0 && this.#isOld()) await this.close();
    }
  }

  async close(): Promise<void> {
    const open = this.#open;
    this.#open = undefined;
    clearTimeout(open?.timer);
    await open?.repository.close();
  }

  async #take(): Promise<Repository> {
    if (this.#isOld()) await this.close();
    if (this.#open === undefined) {
      const repository = await openRepository(this.#directory, this.#world);
      const timer = setTimeout(() => this.#using === 0 && void this.close(), MAX_LENGTH + 1).unref();
      this.#open = { repository, since: performance.now(), timer };
    }
    return this.#open.repository;
  }

  #isOld(): boolean {
    return this.#open !== undefined && performance.now() - this.#open.since > MAX_LENGTH;
  }
}
