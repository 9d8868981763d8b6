import { Failure } from '../core/failure.ts';
import type { GitEngine, RemoteEngine } from '../git/engine.ts';

export function remoteEngine(engine: GitEngine): RemoteEngine {
  if (engine.remote !== undefined) return engine.remote;
  throw new Failure('fatal', `the ${engine.name} engine cannot push or fetch`, {
    hint: 'Install git, or set `checkpoint.engine` to native.',
  });
}
