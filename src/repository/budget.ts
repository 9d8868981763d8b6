import { sizeOfObjects } from '../git/loose-count.ts';
import { configOf, type Repository } from '../open/repository.ts';

/** Where work of the user's hangs. */
export const OF_THE_USER = ['HEAD', 'refs/heads/', 'refs/tags/', 'refs/remotes/', 'refs/stash'];

const GIGABYTE = 1 << 30;

/** What somebody set, or a gigabyte, or a tenth of all objects, whichever is more. */
export async function budgetOf(repository: Repository): Promise<number> {
  const { maxStore } = await configOf(repository);
  return maxStore > 0 ? maxStore : Math.max(GIGABYTE, sizeOfObjects(repository.engine.place.commonDir) / 10);
}
