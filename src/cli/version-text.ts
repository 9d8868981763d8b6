import { VERSION } from '../core/version.ts';
import type { World } from '../core/world.ts';
import type { Call } from './command.ts';

/** The version, and on which engine it runs here. */
export async function printVersion(world: World, repository: Call['repository']): Promise<number> {
  const engine = await repository().then(
    async ({ engine }) => `${engine.name} engine, ${await engine.version()}`,
    () => 'not in a repository',
  );
  world.stdout.write(`git-checkpoint ${VERSION} (${engine}, node ${process.version})\n`);
  return 0;
}
