import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

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
    case 'http': {
      // A process of its own: this one waits for git while git waits for the server.
      const script = fileURLToPath(new URL('http-server.ts', import.meta.url));
      const http = spawn(process.execPath, ['--import', 'tsx', script, String(port), base], { stdio: 'ignore' });
      await listening(port, http);
      return { url: `http://127.0.0.1:${port}/remote.git`, env: {}, stop: () => http.kill() };
    }
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
