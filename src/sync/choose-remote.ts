import { Failure } from '../core/failure.ts';
import { configOf, type Repository, requireSettings } from '../open/repository.ts';
import { writeSetting } from '../open/write-setting.ts';
import { listRemotes, type Remote } from './remotes.ts';

/** The one remote to share with: the configured one, or the one that is named now. */
export async function chooseRemote(repository: Repository, named: string | undefined): Promise<Remote> {
  await requireSettings(repository, ['remote']);
  const { remote: configured } = await configOf(repository);
  if (named !== undefined && configured !== '' && named !== configured) {
    throw new Failure('no', `this repository shares checkpoints with '${configured}', not with '${named}'`, {
      hint: `One remote gives out the numbers. To change it: \`git checkpoint config set sync.remote ${named}\`.`,
    });
  }
  const name = named ?? configured;
  if (name === '')
    throw new Failure('no', 'no remote chosen yet', {
      hint: 'Run `git checkpoint push REMOTE` or `git checkpoint fetch REMOTE`; it is remembered from then on.',
    });
  const remotes = await listRemotes(repository);
  const remote = remotes.find((one) => one.name === name);
  if (remote === undefined) {
    const known = remotes.map((one) => one.name).join(', ') || 'none';
    throw new Failure('fatal', `no remote '${name}'`, {
      hint: `Remotes here: ${known}. Add one with \`git remote add\`.`,
    });
  }
  if (remote.url.includes(' and ')) {
    throw new Failure('fatal', `'${name}' pushes to several URLs: ${remote.url}`, {
      hint: 'Checkpoints are shared with one URL. Add a remote that has only one.',
    });
  }
  return remote;
}

/** Remembers a remote that was named for the first time. */
export async function rememberRemote(repository: Repository, { name }: Remote): Promise<boolean> {
  if ((await configOf(repository)).remote !== '') return false;
  await writeSetting(repository.engine, 'remote', { scope: 'local', values: [name] });
  return true;
}
