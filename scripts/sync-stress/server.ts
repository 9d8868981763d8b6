import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createConnection } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export const transports = ['daemon', 'file', 'ssh', 'http'] as const;
export type Transport = (typeof transports)[number];

export interface Server {
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
  stop(): void;
}

/** This machine lacks what the transport needs. */
export class CannotServe extends Error {}

/** Serves the repositories below a directory over one of git's transports, on this machine alone. */
export async function serve(transport: Transport, base: string): Promise<Server> {
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  switch (transport) {
    case 'file':
      return { url: join(base, 'remote.git'), env: {}, stop: () => undefined };
    case 'daemon': {
      const flags = ['--reuseaddr', '--export-all', '--enable=receive-pack', '--listen=127.0.0.1', '--init-timeout=30'];
      const daemon = spawn('git', ['daemon', ...flags, `--port=${port}`, `--base-path=${base}`, base], {
        stdio: 'ignore',
      });
      await listening(port, daemon);
      return { url: `git://127.0.0.1:${port}/remote.git`, env: {}, stop: () => daemon.kill() };
    }
    case 'http':
      return serveHttp(port, base);
    case 'ssh':
      return serveSsh(port, base);
  }
}

async function listening(port: number, server: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (server.exitCode !== null) throw new CannotServe(`the server ended at once: ${server.spawnargs.join(' ')}`);
    const open = await new Promise<boolean>((resolve) => {
      const socket = createConnection(port, '127.0.0.1', () => socket.end(() => resolve(true)));
      socket.on('error', () => resolve(false));
    });
    if (open) return;
    await sleep(50);
  }
  throw new CannotServe(`nothing listens on port ${port}`);
}

/** `git http-backend` behind node's own server. */
function serveHttp(port: number, base: string): Promise<Server> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const env = {
      ...process.env,
      GIT_PROJECT_ROOT: base,
      GIT_HTTP_EXPORT_ALL: '1',
      REMOTE_USER: 'stress',
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method ?? 'GET',
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: String(request.headers['content-encoding'] ?? ''),
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
    };
    const backend = spawn('git', ['http-backend'], { env, stdio: ['pipe', 'pipe', 'ignore'] });
    backend.stdin.on('error', () => undefined);
    request.pipe(backend.stdin);
    let head = Buffer.alloc(0);
    let open = false;
    backend.stdout.on('data', (chunk: Buffer) => {
      if (open) return response.write(chunk);
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return undefined;
      open = true;
      for (const line of head.toString('latin1', 0, end).split('\r\n')) {
        const [name = '', value = ''] = line.split(/: (.*)/);
        if (name === 'Status') response.statusCode = Number(value.slice(0, 3));
        else response.setHeader(name, value);
      }
      return response.write(head.subarray(end + 4));
    });
    backend.stdout.on('end', () => response.end());
  });
  return new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () =>
      resolve({ url: `http://127.0.0.1:${port}/remote.git`, env: {}, stop: () => server.close() }),
    );
  });
}

/** An sshd of its own with keys of its own; the user's ssh configuration is not read. */
async function serveSsh(port: number, base: string): Promise<Server> {
  if (!existsSync('/usr/sbin/sshd')) throw new CannotServe('there is no /usr/sbin/sshd (Debian: openssh-server)');
  const place = join(base, 'ssh');
  mkdirSync(place, { mode: 0o700 });
  if (userInfo().uid === 0) mkdirSync('/run/sshd', { recursive: true });
  for (const key of ['host', 'user'])
    spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(place, key)], { stdio: 'inherit' });
  copyFileSync(join(place, 'user.pub'), join(place, 'authorized'));
  chmodSync(join(place, 'authorized'), 0o600);
  writeFileSync(
    join(place, 'config'),
    [
      `Port ${port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${join(place, 'host')}`,
      `AuthorizedKeysFile ${join(place, 'authorized')}`,
      'StrictModes no',
      'UsePAM no',
      'PermitRootLogin yes',
      'PasswordAuthentication no',
      'MaxStartups 200',
      `PidFile ${join(place, 'pid')}`,
      '',
    ].join('\n'),
  );
  const sshd = spawn('/usr/sbin/sshd', ['-D', '-e', '-f', join(place, 'config')], { stdio: 'ignore' });
  await listening(port, sshd);
  const options = '-F /dev/null -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR';
  const env = { GIT_SSH_COMMAND: `ssh ${options} -i ${join(place, 'user')}` };
  return {
    url: `ssh://${userInfo().username}@127.0.0.1:${port}${join(base, 'remote.git')}`,
    env,
    stop: () => sshd.kill(),
  };
}
