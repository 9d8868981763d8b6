import { describeError, Failure } from '../../core/failure.ts';
import { VERSION } from '../../core/version.ts';
import type { World } from '../../core/world.ts';
import type { RemoteCall } from '../engine.ts';
import type { ConfigValues } from './config-values.ts';

export interface HttpRequest {
  readonly url: string;
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: Uint8Array;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: AsyncIterable<Uint8Array>;
}

/** Speaks http for one call, with the credentials that were given for it; ends when nothing is heard for too long. */
export class HttpClient {
  readonly #call: RemoteCall;
  readonly #credentials: Readonly<Record<string, string>>;

  constructor(call: RemoteCall, address: URL, source: { readonly config: ConfigValues; readonly env: World['env'] }) {
    this.#call = call;
    this.#credentials = { ...extraHeaders(source.config, address), ...authorization(address, source.env) };
  }

  async request({ url, method = 'GET', headers = {}, body }: HttpRequest): Promise<HttpAnswer> {
    const quiet = new AbortController();
    const clock = setTimeout(() => quiet.abort(), this.#call.patienceMs);
    try {
      const answer = await fetch(url, {
        method,
        headers: { 'user-agent': `git/git-checkpoint-${VERSION}`, ...headers, ...this.#credentials },
        ...(body === undefined ? {} : { body }),
        signal: quiet.signal,
      });
      clock.refresh();
      return {
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: this.#listen(answer.body, clock),
      };
    } catch (cause) {
      clearTimeout(clock);
      throw this.#failure(cause);
    }
  }

  async *#listen(body: ReadableStream<Uint8Array> | null, clock: NodeJS.Timeout): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
        clock.refresh();
        yield chunk;
      }
    } catch (cause) {
      throw this.#failure(cause);
    } finally {
      clearTimeout(clock);
    }
  }

  #failure(cause: unknown): Failure {
    const silent = cause instanceof Error && cause.name === 'AbortError';
    const why = silent ? `nothing was heard for ${this.#call.patienceMs / 1000} seconds` : reasonOf(cause);
    return new Failure('fatal', `cannot speak to ‘${this.#call.remote}’: ${why}`, {
      hint: 'Nothing was lost. The next sync goes on where this one stopped.',
      cause,
    });
  }
}

/** `fetch failed` says nothing; what is underneath does. */
function reasonOf(cause: unknown): string {
  const inner = cause instanceof Error ? cause.cause : undefined;
  if (inner instanceof Error) return inner.message || String((inner as NodeJS.ErrnoException).code);
  return describeError(cause);
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
