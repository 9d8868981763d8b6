/** `git http-backend` behind node's own server: `http-server.ts PORT DIRECTORY`. */
import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

const [port, base = '.'] = process.argv.slice(2);

function environment(request: IncomingMessage): Record<string, string | undefined> {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  return {
    ...process.env,
    GIT_PROJECT_ROOT: base,
    GIT_HTTP_EXPORT_ALL: '1',
    REMOTE_USER: 'stress',
    PATH_INFO: url.pathname,
    QUERY_STRING: url.search.slice(1),
    REQUEST_METHOD: request.method,
    CONTENT_TYPE: request.headers['content-type'],
    HTTP_CONTENT_ENCODING: request.headers['content-encoding'],
    GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
  };
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const backend = spawn('git', ['http-backend'], { env: environment(request), stdio: ['pipe', 'pipe', 'ignore'] });
  backend.stdin.on('error', () => undefined);
  request.pipe(backend.stdin);
  let head = Buffer.alloc(0);
  backend.stdout.on('data', (chunk: Buffer) => {
    if (response.headersSent) return void response.write(chunk);
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return undefined;
    for (const line of head.toString('latin1', 0, end).split('\r\n')) {
      const [name = '', value = ''] = line.split(/: (.*)/);
      if (name === 'Status') response.statusCode = Number(value.slice(0, 3));
      else response.setHeader(name, value);
    }
    response.flushHeaders();
    return void response.write(head.subarray(end + 4));
  });
  backend.stdout.on('end', () => response.end());
}

createServer(answer).listen(Number(port), '127.0.0.1');
