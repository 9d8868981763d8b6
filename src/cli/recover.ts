import { describeError } from '../core/failure.ts';
import { stripControls } from '../core/strip-controls.ts';
import type { World } from '../core/world.ts';
import type { Repository } from '../open/repository.ts';
import { recoverRestore } from '../restore/recover.ts';
import { renderRecovery } from './render/restored.ts';

/** Ends a restore that was cut off and says so; the command that was asked for goes on in any case. */
export async function recoverAndTell(repository: Repository, world: World): Promise<void> {
  try {
    const recovery = await recoverRestore(repository);
    if (recovery !== undefined) world.stderr.write(renderRecovery(recovery, world));
  } catch (error) {
    world.stderr.write(`warning: ${stripControls(describeError(error))}\n`);
  }
}
