import { Failure } from '../core/failure.ts';
import { rewriteUrl } from '../git/rewrite-url.ts';
import { configOf, type Repository } from '../open/repository.ts';

/** A remote of this repository. */
export interface Remote {
  readonly name: string;
  /** Where a push goes, without passwords. */
  readonly url: string;
}

/** The remotes that git knows here. */
export async function listRemotes({ engine }: Repository): Promise<Remote[]> {
  const urls = new Map<string, { fetch: string[]; push: string[] }>();
  const entries = await engine.configEntries();
  for (const { key, value } of entries) {
    const [, name, kind] = /^remote\.(.+)\.(url|pushurl)$/.exec(key) ?? [];
    if (name === undefined) continue;
    const known = urls.get(name) ?? { fetch: [], push: [] };
    (kind === 'url' ? known.fetch : known.push).push(value);
    urls.set(name, known);
  }
  return [...urls].map(([name, { fetch, push }]) => {
    const targets = push.length > 0 ? push : fetch;
    const addresses = targets.map((url) => rewriteUrl(entries, url, push.length === 0));
    return { name, url: addresses.map(withoutPassword).join(' and ') };
  });
}

/** An address as it may be shown: a password or token in it is nobody's business. */
function withoutPassword(url: string): string {
  return url.replace(/^(https?:\/\/)[^/@]*@/, '$1').replace(/^(\w+:\/\/[^/@:]*):[^/@]*@/, '$1@');
}

/** Nobody said yet with which remote checkpoints are shared. */
class NoRemoteNamed extends Failure {
  constructor() {
    super('no', 'no remote was named to share checkpoints with', {
      hint: 'Name it once: `git checkpoint push REMOTE`, or `git checkpoint config set sync.remote REMOTE`.',
    });
  }
}

/** The one remote that checkpoints are shared with: the one that is set, or the one that is named now. */
export async function chooseRemote(repository: Repository, named: string | undefined): Promise<Remote> {
  const { remote: settled } = await configOf(repository);
  if (named !== undefined && settled !== '' && named !== settled) {
    throw new Failure('no', `the checkpoints of this repository are shared with ‘${settled}’, not with ‘${named}’`, {
      hint: `Numbers are given out by one remote. To change it: \`git checkpoint config set sync.remote ${named}\`.`,
    });
  }
  const name = named ?? settled;
  if (name === '') throw new NoRemoteNamed();
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
