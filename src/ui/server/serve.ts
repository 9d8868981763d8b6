import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Failure } from '../../core/failure.ts';
import { openRepository, withRepository } from '../../open/repository.ts';
import { readBody, type UiHost } from './call.ts';
import { type Guard, makeGuard, type Refusal, securityHeaders } from './guard.ts';
import { type Live, watchRefs } from './live.ts';
import { findPageFile } from './page-files.ts';
import { isOfAnotherUser } from './peer-user.ts';
import { findRoute } from './routes.ts';
import { send, sendFailure, sendLines } from './send.ts';

interface UiOptions {
  /** 0: any free one. */
  readonly port: number;
  /** Where the files of the page lie. */
  readonly pageFolder: string;
  /** The server ends so long after its last page was closed; absent: it stays. */
  readonly idleMs?: number;
}

export interface UiServer {
  /** With the token that lets the first page in. */
  readonly url: string;
  /** Settled when it has ended, by `close` or because nobody looks any more. */
  readonly closed: Promise<void>;
  close(): void;
}

const refusals: Readonly<Record<Refusal, string>> = {
  host: 'This address is not the one that git checkpoint serves.',
  origin: 'Only the page of git checkpoint itself may ask for this.',
  token: 'Open the address that `git checkpoint ui` printed; it lets this browser in.',
};

/** Serves the page and its data on this machine alone. */
export async function serveUi(host: UiHost, options: UiOptions): Promise<UiServer> {
  const guard = makeGuard();
  const first = await openRepository(host.world.cwd, host.world);
  const live = watchRefs(first.engine.place);
  await first.close();
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    answer(request, response, { guard, host, live, options, port, idle }).catch((error: unknown) =>
      sendFailure(response, error),
    );
  });
  // The address can be seen among the processes while a browser is started with it.
  server.on('connection', (socket) => {
    if (isOfAnotherUser(socket)) socket.destroy();
  });
  const closed = new Promise<void>((resolve) => {
    server.on('close', resolve);
  });
  const close = () => {
    live.close();
    server.close();
    server.closeAllConnections();
  };
  let timer: NodeJS.Timeout | undefined;
  const idle = () => {
    clearTimeout(timer);
    if (options.idleMs !== undefined && live.size === 0) timer = setTimeout(close, options.idleMs);
  };
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) =>
      reject(new Failure('fatal', `cannot listen on port ${options.port}: ${cause.message}`, { cause })),
    );
    server.listen(options.port, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/?token=${guard.token}`, closed, close };
}

interface Serving {
  readonly guard: Guard;
  readonly host: UiHost;
  readonly live: Live;
  readonly options: UiOptions;
  readonly port: number;
  /** Called when a page was opened or closed. */
  idle(): void;
}

async function answer(request: IncomingMessage, response: ServerResponse, serving: Serving): Promise<void> {
  const { guard, live, options, port } = serving;
  for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
  const url = new URL(request.url ?? '/', `http://127.0.0.1:${port}`);
  const refused = guard.refuse(request, url);
  if (refused !== undefined) return send(response, 403, { error: { kind: refused, message: refusals[refused] } });
  if (url.pathname === '/api/events') return live.add(response, serving.idle);
  const file = request.method === 'GET' ? findPageFile(url.pathname, options.pageFolder) : undefined;
  if (file !== undefined) {
    response.writeHead(200, { 'Content-Type': file.type }).end(file.bytes);
    return;
  }
  await answerApi(request, response, { url, host: serving.host });
}

async function answerApi(
  request: IncomingMessage,
  response: ServerResponse,
  { url, host }: { readonly url: URL; readonly host: UiHost },
): Promise<void> {
  const found = findRoute(request.method ?? '', url.pathname);
  if (found === undefined) throw new Failure('usage', `nothing is at ${url.pathname}`);
  const { route, params } = found;
  if (route.changes && host.readOnly)
    throw new Failure('no', 'this page is read-only', { hint: 'Start it without --read-only.' });
  const body = route.method === 'POST' ? await readBody(request) : {};
  // Opened for each request: settings, refs and objects change while the page is open.
  await withRepository(host.world.cwd, host.world, async (repository) => {
    const answer = route.answer({ repository, host, params, query: url.searchParams, body });
    if (answer instanceof Promise) send(response, 200, await answer);
    else await sendLines(response, answer);
  });
}
