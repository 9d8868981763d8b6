import type { HttpClient } from 'isomorphic-git';
import type { Oid } from '../../core/checkpoint.ts';
import { Failure } from '../../core/failure.ts';
import type { RemoteCall } from '../engine.ts';
import { isRefName } from '../files/ref-name.ts';
import { addressOf } from './remote-address.ts';
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
