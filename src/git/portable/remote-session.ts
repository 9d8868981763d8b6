import type { Oid } from '../../core/checkpoint.ts';
import { Failure } from '../../core/failure.ts';
import type { World } from '../../core/world.ts';
import type { RemoteCall } from '../engine.ts';
import { isRefName } from '../files/ref-name.ts';
import type { ConfigValues } from './config-values.ts';
import { HttpClient } from './http-client.ts';
import { addressOf } from './remote-address.ts';

export type Service = 'git-upload-pack' | 'git-receive-pack';

/** A remote that was asked what it has and what it can. */
export interface RemoteSession {
  readonly refs: ReadonlyMap<string, Oid>;
  readonly capabilities: ReadonlySet<string>;
  /** Sends a request of the service and answers the bytes that come back. */
  post(body: Uint8Array): Promise<AsyncIterable<Uint8Array>>;
}

/** Opens a session. isomorphic-git reads the announcement: all that a server may say first, it knows. */
export async function openSession(
  call: RemoteCall,
  service: Service,
  source: { readonly config: ConfigValues; readonly env: World['env'] },
): Promise<RemoteSession> {
  const address = addressOf(source.config, call.remote, service === 'git-receive-pack');
  const client = new HttpClient(call, address, source);
  const url = new URL(address);
  url.username = '';
  url.password = '';
  const { getRemoteInfo2 } = await import('isomorphic-git');
  const http = {
    request: async (request: {
      url: string;
      method?: string | undefined;
      headers?: Record<string, string> | undefined;
    }) => {
      const { url: asked, method, headers } = request;
      const { status, headers: told, body } = await client.request({ url: asked, method, headers });
      return { url: asked, statusCode: status, statusMessage: String(status), headers: told, body: iterator(body) };
    },
  };
  const forPush = service === 'git-receive-pack';
  const info = await getRemoteInfo2({ http, url: url.href, forPush, protocolVersion: 1 }).catch((cause: unknown) => {
    throw cause instanceof Failure ? cause : discoveryFailure(call, cause);
  });
  const refs = (info.refs ?? []).filter(({ ref }) => isRefName(ref));
  return {
    refs: new Map(refs.map(({ ref, oid }) => [ref, oid])),
    capabilities: new Set(Object.keys(info.capabilities)),
    post: (body) => post(client, { url: `${url.href}/${service}`, service, body }),
  };
}

async function* iterator(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* body;
}

async function post(
  client: HttpClient,
  request: { readonly url: string; readonly service: Service; readonly body: Uint8Array },
): Promise<AsyncIterable<Uint8Array>> {
  const type = `application/x-${request.service}`;
  const headers = { 'content-type': `${type}-request`, accept: `${type}-result` };
  const answer = await client.request({ url: request.url, method: 'POST', headers, body: request.body });
  if (answer.status === 200) return answer.body;
  throw new Failure('fatal', `the remote answered ${answer.status} to ${request.service}`, hintFor(answer.status));
}

function discoveryFailure({ remote }: RemoteCall, cause: unknown): Failure {
  const status = Number((cause as { data?: { statusCode?: number } }).data?.statusCode ?? 0);
  const why = status === 0 ? (cause as Error).message : `it answered ${status}`;
  return new Failure('fatal', `cannot speak to ‘${remote}’: ${why}`, { ...hintFor(status), cause });
}

function hintFor(status: number): { readonly hint: string } {
  if ([401, 403, 404].includes(status))
    return { hint: 'Put a token that may use the repository into GIT_CHECKPOINT_TOKEN.' };
  return { hint: 'Nothing was lost. The next sync goes on where this one stopped.' };
}
