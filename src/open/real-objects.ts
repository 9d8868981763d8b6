import { worldAt } from '../core/world.ts';
import { openRepository, type Repository } from './repository.ts';

/**
 * Does work with the objects themselves. Where others stand in for them (`git replace`), git shows those instead; but what leaves the
 * machine are the objects, so that is what must be searched.
 */
export async function withRealObjects<T>(repository: Repository, work: (real: Repository) => Promise<T>): Promise<T> {
  const { engine, world } = repository;
  if ((await engine.listRefs('refs/replace/')).length === 0) return work(repository);
  const env = { ...world.env, GIT_NO_REPLACE_OBJECTS: '1' };
  const real = await openRepository(engine.place.root, worldAt(world.cwd, world, { env }));
  try {
    return await work({ ...real, moved: repository.moved, warnings: repository.warnings });
  } finally {
    await real.close();
  }
}
