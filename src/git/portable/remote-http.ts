import type { GitHttpRequest, GitHttpResponse } from 'isomorphic-git';
import { describeError, Failure } from '../../core/failure.ts';
import { VERSION } from '../../core/version.ts';
import type { World } from '../../core/world.ts';
import type { RemoteCall } from '../engine.ts';
import type { ConfigValues } from '../files/config-values.ts';
import { Refusal } from '../files/refusal.ts';

/** isomorphic-git has an answer in memory several times over while it looks into it. */
const MAX_ANSWER_BYTES = 64 << 20;

/** isomorphic-git's http, with the credentials that were given for one call; ends when nothing is heard for too long. */
export class RemoteHttp {
  readonly #call: RemoteCall;
  readonly #credentials: Readonly<Record<string, string>>;
  readonly #ended = new AbortController();

  constructor(call: RemoteCall, address: URL, source: { readonly config: ConfigValues; readonly env: World['env'] }) {
    this.#call = call;
    this.#credentials = { ...extraHeaders(source.config, address), ...authorization(address, source.env) };
  }

  async request({ url, method = 'GET', headers = {}, body }: GitHttpRequest): Promise<GitHttpResponse> {
    const { request } = await import('isomorphic-git/http/node');
    const named = { 'user-agent': `git/git-checkpoint-${VERSION}`, ...headers, ...this.#credentials };
    const asked = { url, method, headers: named, signal: this.#ended.signal, ...(body && { body }) };
    const answer = await this.#heard(request(asked));
    return { ...answer, body: this.#listen(answer.body?.[Symbol.asyncIterator]()) };
  }

  async *#listen(chunks: AsyncIterator<Uint8Array> | undefined): AsyncGenerator<Uint8Array> {
    let received = 0;
    for (let next = chunks && (await this.#heard(chunks.next())); next && !next.done; ) {
      received += next.value.length;
      if (received > MAX_ANSWER_BYTES) {
        this.#ended.abort();
        throw new Refusal(`an answer of '${this.#call.remote}' of more than ${MAX_ANSWER_BYTES >> 20} MB`);
      }
      yield next.value;
      next = chunks && (await this.#heard(chunks.next()));
    }
  }

  /** What is awaited, or a failure after too long a silence. */
  async #heard<T>(awaited: Promise<T>): Promise<T> {
    let clock: NodeJS.Timeout | undefined;
    const silence = new Promise<never>((_, reject) => {
      const seconds = this.#call.patienceMs / 1000;
      clock = setTimeout(() => reject(new Error(`no response for ${seconds} s`)), this.#call.patienceMs);
    });
    try {
      return await Promise.race([awaited, silence]);
    } catch (cause) {
      // The connection would keep the process alive, and what it still has to say is of no use.
      this.#ended.abort();
      awaited.catch(() => undefined);
      throw new Failure('fatal', `cannot reach '${this.#call.remote}': ${describeError(cause)}`, {
        hint: 'Nothing was lost. The next sync goes on where this one stopped.',
        cause,
      });
    } finally {
      clearTimeout(clock);
    }
  }
}

/** A token goes only to the address that the user configured. Any name does beside it. */
function authorization(address: URL, env: World['env']): Record<string, string> {
  const token = env['GIT_CHECKPOINT_TOKEN'];
  const { username, password } = address;
  const basic = (user: string, secret: string) => ({
    authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`,
  });
  if (token) return basic(decodeURIComponent(username) || 'x-access-token', token);
  return password === '' ? {} : basic(decodeURIComponent(username), decodeURIComponent(password));
}

/** `http.extraHeader` and `http.<url>.extraHeader`, by which build servers hand in their credentials. */
function extraHeaders(config: ConfigValues, address: URL): Record<string, string> {
  const url = `${address.origin}${address.pathname}`;
  const headers: Record<string, string> = {};
  for (const { key, value } of config.entries) {
    const [, base] = /^http\.(?:(.*)\.)?extraheader$/s.exec(key) ?? [undefined, null];
    const colon = value.indexOf(':');
    if (base === null || colon < 0 || (base !== undefined && !isBelow(url, base))) continue;
    headers[value.slice(0, colon).trim().toLowerCase()] = value.slice(colon + 1).trim();
  }
  return headers;
}

function isBelow(url: string, base: string): boolean {
  const whole = base.replace(/\/+$/, '');
  return url === whole || url.startsWith(`${whole}/`);
}
