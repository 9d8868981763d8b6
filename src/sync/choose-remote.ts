import { Failure } from '../core/failure.ts';
import { configOf, type Repository } from '../open/repository.ts';
import { listRemotes, type Remote } from './remotes.ts';

/** The one remote to share with: the configured one, or the one that is named now. */
export async function chooseRemote(repository: Repository, named: string | undefined): Promise<Remote> {
  const { remote: configured } = await configOf(repository);
  if (named !== undefined && configured !== '' && named !== configured) {
    throw new Failure('no', `the checkpoints of this repository are shared with ‘${configured}’, not with ‘${named}’`, {
      hint: `Numbers are given out by one remote. To change it: \`git checkpoint config set sync.remote ${named}\`.`,
    });
  }
  const name = named ?? configured;
  if (name === '')
    throw new Failure('no', 'no remote was named to share checkpoints with', {
      hint: 'Name it once: `git checkpoint push REMOTE`, or `git checkpoint config set sync.remote REMOTE`.',
    });
  const remotes = await listRemotes(repository);
  const remote = remotes.find((one) => one.name === name);
  if (remote === undefined) {
    const known = remotes.map((one) => one.name).join(', ') || 'none';
    throw new Failure('fatal', `there is no remote ‘${name}’`, {
      hint: `Remotes here: ${known}. Make one with \`git remote add\`.`,
    });
  }
  if (remote.url.includes(' and ')) {
    throw new Failure('fatal', `‘${name}’ pushes to several places: ${remote.url}`, {
      hint: 'Checkpoints are shared with one place. Make a remote that has one address only.',
    });
  }
  return remote;
}

/** Remembers a remote that was named for the first time. */
export async function rememberRemote(repository: Repository, { name }: Remote): Promise<boolean> {
  if ((await configOf(repository)).remote !== '') return false;
  await repository.engine.writeConfig('local', 'checkpoint.remote', [name]);
  return true;
}
