import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { listSessions } from '../../src/local/session-register.ts';
import { CLI } from '../support/run-cli.ts';
import { startCli } from '../support/start-cli.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

interface Terminal {
  tmux(...args: string[]): string;
  type(...keys: string[]): void;
  /** What the screen shows. */
  screen(): string;
}

/** Opens a real terminal with a shell in the repository; does nothing where tmux is not installed. */
async function withTerminal(repo: TestRepo, use: (terminal: Terminal) => Promise<void>): Promise<void> {
  if (spawnSync('tmux', ['-V']).error) return;
  const socket = `git-checkpoint-${randomBytes(4).toString('hex')}`;
  const tmux = (...args: string[]) => {
    const run = spawnSync('tmux', ['-L', socket, '-f', '/dev/null', ...args], { env: repo.env, encoding: 'utf8' });
    return run.stdout;
  };
  tmux('new-session', '-d', '-x', '100', '-y', '30', '-c', repo.root, 'env PS1=ready: sh');
  try {
    await use({
      tmux,
      type: (...keys) => void tmux('send-keys', ...keys),
      screen: () => tmux('capture-pane', '-p', '-J'),
    });
  } finally {
    tmux('kill-server');
  }
}

async function until(what: string, reached: () => boolean): Promise<void> {
  for (let left = 500; !reached(); left -= 1) {
    if (left === 0) throw new Error(`waited in vain: ${what}`);
    await sleep(50);
  }
}

const watch = (...command: string[]) => [
  `'${process.execPath}' '${CLI}' watch --session term -- ${command.join(' ')}`,
  'Enter',
];

// Counts the interrupts it gets and tells what it sees of the terminal.
const PROGRAM = `
const { appendFileSync, writeFileSync } = require('node:fs');
process.stdin.setRawMode?.(false);
process.on('SIGINT', () => appendFileSync('interrupts', 'x'));
process.on('SIGWINCH', () => writeFileSync('resized', process.stdout.getWindowSize().join('x')));
writeFileSync('seen', [process.stdin.isTTY, process.stdout.isTTY, process.stderr.isTTY, process.stdout.columns].join());
process.stdin.on('data', (line) => { appendFileSync('typed', line); if (String(line).startsWith('finish')) process.exit(5); });
`;

describe('recover on a real terminal', (it) => {
  it('asks what to do with a session that died, and restores its last checkpoint', () =>
    withRepo((repo) =>
      withTerminal(repo, async ({ type, screen }) => {
        repo.write('a.txt', 'saved\n');
        const { child, until: prints } = startCli(repo, ['watch', '--session', 'dead']);
        await prints('1 file modified so far');
        child.kill('SIGKILL');
        await once(child, 'close');
        repo.write('a.txt', 'newer\n');
        type(`'${process.execPath}' '${CLI}' recover`, 'Enter');
        await until('the question', () => screen().includes('[r]estore 1'));
        type('r', 'Enter');
        await until('the plan', () => screen().includes('[y]es'));
        type('y', 'Enter');
        await until('the file is back', () => readFileSync(join(repo.root, 'a.txt'), 'utf8') === 'saved\n');
        const place = { root: repo.root, commonDir: join(repo.root, '.git') };
        await until('the session is closed', () => listSessions(place).sessions.every(({ open }) => !open));
        assert.is(repo.git('show', 'refs/checkpoints/2:a.txt'), 'newer');
      }),
    ));
});

describe('watch on a real terminal', (it) => {
  it('leaves keyboard, screen, size and Ctrl-C to the command', () =>
    withRepo((repo) =>
      withTerminal(repo, async ({ tmux, type, screen }) => {
        const file = (name: string) => {
          const path = join(repo.root, name);
          return existsSync(path) ? readFileSync(path, 'utf8') : '';
        };
        repo.write('program.cjs', PROGRAM);
        type(...watch(`'${process.execPath}'`, 'program.cjs'));
        await until('the program starts', () => file('seen') !== '');
        assert.is(file('seen'), 'true,true,true,100');
        type('hello', 'Enter');
        await until('the line arrives', () => file('typed') === 'hello\n');
        type('C-c');
        await until('the interrupt arrives', () => file('interrupts') !== '');
        // tmux puts a new size off until the next one now and then.
        for (let width = 80; !/^[89]\dx/.test(file('resized')) && width < 99; width += 1) {
          tmux('resize-window', '-x', String(width), '-y', '24');
          await sleep(300);
        }
        assert.match(file('resized'), /^[89]\dx/);
        type('finish', 'Enter');
        await until('the summary comes', () => screen().includes('Session term:'));
        type('echo code=$?', 'Enter');
        await until('the exit code is told', () => screen().includes('code=5'));
        assert.is(file('interrupts'), 'x');
      }),
    ));

  it('saves before it goes when the terminal is closed', () =>
    withRepo((repo) =>
      withTerminal(repo, async ({ tmux, type }) => {
        const place = { root: repo.root, commonDir: join(repo.root, '.git') };
        repo.write('work.sh', 'echo work > a.txt; exec sleep 600\n');
        type(...watch('sh', 'work.sh'));
        await until('the work is done', () => existsSync(join(repo.root, 'a.txt')));
        tmux('kill-session');
        const newest = () => repo.tryGit('show', 'refs/checkpoints/2:a.txt').stdout;
        await until('the last checkpoint is there', () => newest() === 'work\n');
        await until('the session is closed', () => listSessions(place).sessions.length === 0);
      }),
    ));
});
