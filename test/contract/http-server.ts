import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestRepo } from '../support/with-repo.ts';

/** Serves the repositories below a folder over http with git's own backend, to whoever shows the token. */
export async function withHttpServer(
  repo: TestRepo,
  token: string,
  use: (address: string) => Promise<void>,
): Promise<void> {
  const expected = `Basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`;
  const server = createServer((request, response) => {
    if (token === '' || request.headers.authorization === expected) serve(repo, request, response);
    else response.writeHead(401, { 'www-authenticate': 'Basic realm="test"' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

function serve(repo: TestRepo, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const backend = spawn('git', ['http-backend'], {
    env: {
      ...repo.env,
      GIT_PROJECT_ROOT: repo.home,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method ?? 'GET',
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      REMOTE_USER: 'tester',
      REMOTE_ADDR: '127.0.0.1',
    },
  });
  request.pipe(backend.stdin);
  const output: Buffer[] = [];
  backend.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  backend.on('close', () => {
    const all = Buffer.concat(output);
    const end = all.indexOf('\r\n\r\n');
    const headers = all
      .toString('latin1', 0, end)
      .split('\r\n')
      .map((line) => line.split(': ', 2));
    const status = Number(headers.find(([name]) => name === 'Status')?.[1]?.slice(0, 3) ?? 200);
    for (const [name = '', value = ''] of headers) if (name !== 'Status') response.setHeader(name, value);
    response.writeHead(status).end(all.subarray(end + 4));
  });
}
