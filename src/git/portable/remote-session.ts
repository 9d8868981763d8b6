import type { HttpClient } from 'isomorphic-git';
import type { Oid } from '../../core/checkpoint.ts';
import { Failure } from '../../core/failure.ts';
import type { RemoteCall } from '../engine.ts';
import type { ConfigValues } from '../files/config-values.ts';
import { isRefName } from '../files/ref-name.ts';
import { Refusal } from '../files/refusal.ts';
import { rewriteUrl } from '../rewrite-url.ts';
import { RemoteHttp } from './remote-http.ts';
import type { RepositoryParts } from './repository-parts.ts';

/** A remote that was asked what it has and what it can. */
export interface RemoteSession {
  readonly http: HttpClient;
  /** Without credentials: those are `http`'s. */
  readonly url: string;
  readonly refs: ReadonlyMap<string, Oid>;
  /** Names and, where they have one, values. */
  readonly capabilities: ReadonlyMap<string, string | true>;
}

export async function openSession(
  { config, world, objects }: RepositoryParts,
  call: RemoteCall,
  forPush: boolean,
): Promise<RemoteSession> {
  const address = addressOf(config, call.remote, forPush);
  const http = new RemoteHttp(call, address, { config, env: world.env });
  const url = new URL(address);
  url.username = '';
  url.password = '';
  const asked = objects.git.getRemoteInfo2({ http, url: url.href, forPush, protocolVersion: 1 });
  const info = await asked.catch((cause: unknown) => {
    throw cause instanceof Failure ? cause : discoveryFailure(call, cause);
  });
  const refs = (info.refs ?? []).filter(({ ref }) => isRefName(ref));
  return {
    http,
    url: url.href,
    refs: new Map(refs.map(({ ref, oid }) => [ref, oid])),
    capabilities: new Map(Object.entries(info.capabilities)),
  };
}

/** The URL of a configured remote, as git would rewrite it. Only http and https can be spoken here. */
function addressOf(config: ConfigValues, remote: string, forPush: boolean): URL {
  const push = forPush ? config.text(`remote.${remote}.pushurl`) : undefined;
  const given = push ?? config.text(`remote.${remote}.url`);
  if (given === undefined)
    throw new Failure('fatal', `there is no remote '${remote}'`, {
      hint: 'Add it to .git/config, or name another one.',
    });
  const text = rewriteUrl(config.entries, given, forPush && push === undefined);
  if (/^https?:\/\//i.test(text)) return new URL(text.replace(/\/+$/, ''));
  throw new Refusal(
    `the remote '${remote}': it speaks ${transportOf(text)}, and without git only http and https can be spoken`,
    whatToDo(text),
  );
}

function transportOf(url: string): string {
  const scheme = /^([a-z+]+):\/\//i.exec(url)?.[1]?.toLowerCase();
  if (scheme !== undefined) return scheme;
  return /^[^/\\]+:/.test(url) ? 'ssh' : 'file';
}

function whatToDo(url: string): string {
  const [, host, path] = /^(?:ssh:\/\/)?(?:[^@/]+@)?([^:/]+)(?::\d+)?[:/](.+)$/.exec(url) ?? [];
  if (transportOf(url) !== 'ssh' || host === undefined || path === undefined)
    return 'Install git here; the native engine can do it.';
  return `Install git and ssh, or use https: \`url.https://${host}/.insteadOf\` in git's configuration and a token in GIT_CHECKPOINT_TOKEN.`;
}

function discoveryFailure({ remote }: RemoteCall, cause: unknown): Failure {
  const status = Number((cause as { data?: { statusCode?: number } }).data?.statusCode ?? 0);
  const why = status === 0 ? (cause as Error).message : `it answered ${status}`;
  return new Failure('fatal', `cannot reach '${remote}': ${why}`, { hint: hintFor(status), cause });
}

/** What to do about an answer of http. */
export function hintFor(status: number): string {
  if ([401, 403, 404].includes(status)) return 'Put a token that may use the repository into GIT_CHECKPOINT_TOKEN.';
  return 'Nothing was lost. The next sync goes on where this one stopped.';
}
