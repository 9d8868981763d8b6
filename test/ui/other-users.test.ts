import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as assert from 'uvu/assert';
import { CLI } from '../support/run-cli.ts';
import { describe } from '../support/suite.ts';
import { itWithTwoUsers, type TestUser } from '../support/two-users.ts';

/** Serves the page in the user's own process; answers its address. */
async function servePage(user: TestUser, cwd: string): Promise<{ url: string; end: () => Promise<void> }> {
  const args = ['--reuid', String(user.uid), '--clear-groups', process.execPath, CLI, 'ui', '--no-open'];
  const child = spawn('setpriv', args, { cwd, env: user.env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [first] = (await once(child.stdout, 'data')) as [Buffer];
  const end = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  return { url: String(first).trim(), end };
}

/** Asks with the token, as whoever saw it among the processes can; the second way is gone before anybody could look who it was. */
const ASK = `
const [address, way] = process.argv.slice(1);
const { port, searchParams } = new URL(address);
const head = ['Host: 127.0.0.1:' + port, 'Origin: http://127.0.0.1:' + port, 'git-checkpoint-token: ' + searchParams.get('token')];
const text = way === 'ask'
  ? ['GET /api/overview HTTP/1.1', ...head, 'Connection: close', '', ''].join('\\r\\n')
  : ['POST /api/save HTTP/1.1', ...head, 'Content-Length: 2', '', '{}'].join('\\r\\n');
const socket = require('node:net').connect(Number(port), '127.0.0.1', () => socket.write(text, () => {
  if (way === 'close') socket.destroy();
  if (way === 'reset') socket.resetAndDestroy();
}));
socket.on('data', (data) => process.stdout.write(data)).on('error', () => {});
`;

const ask = (user: TestUser, url: string, way: string) => user.run([process.execPath, '-e', ASK, url, way]).stdout;

describe('the page of another user', (it) => {
  itWithTwoUsers(it, 'answers nobody else, whoever saw its address', async ({ mallory, victim }) => {
    victim.git(victim.home, 'init', '--quiet', 'project');
    const project = `${victim.home}/project`;
    victim.run(['sh', '-c', 'echo one > a.txt'], { cwd: project });
    const { url, end } = await servePage(victim, project);
    try {
      assert.match(ask(victim, url, 'ask'), '200 OK');
      assert.is(ask(mallory, url, 'ask'), '');
      for (let round = 0; round < 10; round++) for (const way of ['close', 'reset']) ask(mallory, url, way);
      assert.match(ask(victim, url, 'ask'), '"total":0');
    } finally {
      await end();
    }
  });
});
