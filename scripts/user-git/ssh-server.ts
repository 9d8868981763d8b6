import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** An ssh server on this machine with keys of its own. */
export interface SshServer {
  /** What git starts in place of `ssh`. */
  readonly command: string;
  /** The address of a folder on it. */
  readonly urlOf: (folder: string) => string;
  readonly stop: () => void;
}

const SSHD = '/usr/sbin/sshd';
const TRIES = 50;

/** Undefined where no server is installed. */
export async function startSshServer(folder: string): Promise<SshServer | undefined> {
  if (!existsSync(SSHD)) return undefined;
  const [hostKey, userKey] = ['host', 'user'].map((name) => makeKey(join(folder, name)));
  writeFileSync(join(folder, 'authorized'), readFileSync(`${userKey}.pub`));
  const port = await freePort();
  const options = [
    `ListenAddress=127.0.0.1:${port}`,
    `HostKey=${hostKey}`,
    `AuthorizedKeysFile=${join(folder, 'authorized')}`,
    `PidFile=${join(folder, 'pid')}`,
    'StrictModes=no',
    'UsePAM=no',
    'PermitRootLogin=yes',
  ];
  // As root it wants a folder that the system makes at its start.
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
  const server = spawn(SSHD, ['-D', '-f', '/dev/null', ...options.flatMap((option) => ['-o', option])], {
    stdio: 'ignore',
  });
  const command = `ssh -q -F /dev/null -p ${port} -i ${userKey} -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null`;
  const host = `${userInfo().username}@127.0.0.1`;
  await untilItAnswers(`${command} ${host} true`);
  return { command, urlOf: (path) => `${host}:${path}`, stop: () => server.kill() };
}

function makeKey(path: string): string {
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', path]);
  return path;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

async function untilItAnswers(command: string): Promise<void> {
  for (let left = TRIES; ; left -= 1) {
    try {
      execFileSync('sh', ['-c', command], { stdio: 'ignore' });
      return;
    } catch (error) {
      if (left === 0) throw error;
      await pause(100);
    }
  }
}
