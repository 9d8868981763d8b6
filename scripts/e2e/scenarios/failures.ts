import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runCli } from '../../../test/support/run-cli.ts';
import { expect } from '../expect.ts';
import { put } from '../put.ts';
import { onStage, Skipped, type Stage } from '../stage.ts';
import { inTerminal } from '../terminal.ts';
import { ask, claudeArguments, quit, untilSaved, work } from './work.ts';

/** Something that keeps saves from working, and who says so. */
interface Failing {
  /** Breaks it: before the client starts, or in mid-session after a turn was saved. */
  readonly when: 'before' | 'later';
  readonly breakIt: (stage: Stage) => void;
  readonly repair?: (stage: Stage) => void;
  /** What the client's screen must show within the next prompts. */
  readonly screen?: RegExp;
  /** It is told when a session starts, so that one is cleared first. */
  readonly restart?: boolean;
  /** What doctor must say in the user's shell. */
  readonly doctor: RegExp;
}

const gitDir = ({ repo }: Stage) => join(repo.root, '.git');
const configFile = ({ repo }: Stage) => join(repo.home, '.config', 'git-checkpoint', 'config.yaml');

/** The repository in a file system of its own, which can be full or read-only for root, too. */
function mount(stage: Stage, options: string): void {
  const place = gitDir(stage);
  const copy = `${place}.copy`;
  const script = `cp -a '${place}' '${copy}' && mount -t tmpfs -o '${options}' tmpfs '${place}' && cp -a '${copy}/.' '${place}/' && rm -rf '${copy}'`;
  if (spawnSync('sh', ['-c', script]).status !== 0) throw new Skipped('nothing can be mounted here');
}

function unmount(stage: Stage): void {
  spawnSync('umount', ['-l', gitDir(stage)]);
}

function fill(stage: Stage): void {
  spawnSync('sh', ['-c', `cat /dev/zero > '${join(gitDir(stage), 'filler')}'`]);
}

const failing: Readonly<Record<string, Failing>> = {
  'full-disk': {
    when: 'later',
    breakIt: (stage) => {
      mount(stage, 'size=8m');
      fill(stage);
    },
    repair: unmount,
    screen: /Not saved since \d\d:\d\d: no space left on the disk/,
    doctor: /not saved|no space/i,
  },
  'read-only': {
    when: 'later',
    breakIt: (stage) => {
      mount(stage, 'size=64m');
      spawnSync('mount', ['-o', 'remount,ro', gitDir(stage)]);
    },
    repair: unmount,
    screen: /Not saved since \d\d:\d\d: the repository can only be read here/,
    doctor: /read-only|can only be read|not saved/i,
  },
  'read-only-from-the-start': {
    when: 'before',
    breakIt: (stage) => {
      mount(stage, 'size=64m');
      spawnSync('mount', ['-o', 'remount,ro', gitDir(stage)]);
    },
    repair: unmount,
    screen: /Not saved since \d\d:\d\d: the repository can only be read here/,
    doctor: /read-only|can only be read|not saved/i,
  },
  'full-from-the-start': {
    when: 'before',
    breakIt: (stage) => {
      mount(stage, 'size=8m');
      fill(stage);
    },
    repair: unmount,
    screen: /Not saved since \d\d:\d\d: no space left on the disk/,
    doctor: /not saved|no space/i,
  },
  'unknown-key': {
    when: 'before',
    breakIt: (stage) => put(configFile(stage), 'checkpoint:\n  nosuchkey: 1\n'),
    screen: /nosuchkey/,
    doctor: /nosuchkey/,
  },
  'unknown-key-later': {
    when: 'later',
    breakIt: (stage) => stage.repo.git('config', 'checkpoint.nosuchkey', '1'),
    // Saves go on with the defaults; a start tells it.
    screen: /nosuchkey/i,
    restart: true,
    doctor: /nosuchkey/i,
  },
  'bad-value': {
    when: 'before',
    breakIt: (stage) => put(configFile(stage), 'checkpoint:\n  trash_days: soon\n'),
    screen: /trash_days/,
    doctor: /trash_days/,
  },
  'bad-yaml': {
    when: 'before',
    breakIt: (stage) => put(configFile(stage), 'checkpoint: [\n'),
    screen: /config\.yaml/,
    doctor: /config\.yaml/,
  },
  'settings-are-a-folder': {
    when: 'before',
    breakIt: (stage) => void mkdirSync(configFile(stage), { recursive: true }),
    screen: /config\.yaml/,
    doctor: /config\.yaml/,
  },
  'bad-environment': {
    when: 'before',
    breakIt: (stage) => {
      stage.env['GIT_CHECKPOINT_THRESHOLD'] = 'much';
    },
    screen: /GIT_CHECKPOINT_THRESHOLD/,
    doctor: /GIT_CHECKPOINT_THRESHOLD/,
  },
  'no-program': {
    when: 'before',
    breakIt: (stage) => {
      rmSync(join(stage.repo.home, '..', 'bin', 'git-checkpoint'));
    },
    screen: /hook error|not found/i,
    doctor: /PATH|not found|never/i,
  },
  'not-my-repository': {
    when: 'before',
    breakIt: (stage) => {
      for (const path of [stage.repo.root, gitDir(stage)]) chownSync(path, 65_534, 65_534);
    },
    repair: (stage) => {
      for (const path of [stage.repo.root, gitDir(stage)]) chownSync(path, 0, 0);
    },
    screen: /git-checkpoint saves nothing here: .*(?:owne|safe\.directory)/,
    doctor: /owne|safe\.directory/,
  },
  'a-file-in-our-place': {
    when: 'before',
    breakIt: (stage) => {
      rmSync(join(gitDir(stage), 'git-checkpoint'), { recursive: true, force: true });
      writeFileSync(join(gitDir(stage), 'git-checkpoint'), '');
    },
    screen: /git-checkpoint/,
    doctor: /git-checkpoint/,
  },
  'hooks-switched-off': {
    when: 'before',
    breakIt: (stage) => {
      const path = join(stage.repo.home, '.claude', 'settings.json');
      const edit = `const f=require('fs');const s=JSON.parse(f.readFileSync('${path}'));s.disableAllHooks=true;f.writeFileSync('${path}',JSON.stringify(s,null,2))`;
      spawnSync(process.execPath, ['-e', edit]);
    },
    doctor: /disableAllHooks/,
  },
};

/** The line with the words. */
function saidOn(text: string, words: RegExp): string {
  return (
    text
      .split('\n')
      .find((line) => words.test(line))
      ?.trim() ?? ''
  );
}

/** Plays a failure: work, the failure, two prompts; the screen tells it, and so does doctor in the user's shell. */
async function play({ when, breakIt, repair, screen, restart, doctor }: Failing): Promise<void> {
  await onStage(async (stage) => {
    stage.checkpoint('install', 'claude-code');
    const shell = { ...stage.env };
    if (when === 'before') breakIt(stage);
    try {
      await inTerminal(stage, [...stage.client('claude-code'), ...claudeArguments], async (terminal) => {
        if (when === 'later') await work(stage, terminal);
        else await terminal.see(/❯/);
        await sleep(2500);
        if (when === 'later') breakIt(stage);
        for (const prompt of ['first question', 'second question', 'third question']) {
          stage.repo.write('by-hand.txt', `${prompt}\n`);
          await ask(stage, terminal, prompt);
          await sleep(4000);
        }
        if (restart) await terminal.send('/clear');
        if (screen !== undefined) {
          await terminal.see(screen, 10);
          expect(`the screen says: ${saidOn(terminal.screen(), screen)}`, true);
        }
        await quit(terminal);
      });
      const { status, stdout, stderr } = runCli(stage.repo, ['doctor'], { env: shell });
      const told = `${stdout}${stderr}`;
      expect('doctor exits with an error', status !== 0, told);
      expect(`doctor says: ${saidOn(told, doctor)}`, doctor.test(told), told);
    } finally {
      repair?.(stage);
    }
  });
}

/** Locks that a writer left three hours ago: nothing is told, because the next save removes them and goes on. */
function oldLocks(): Promise<void> {
  return onStage(async (stage) => {
    stage.checkpoint('install', 'claude-code');
    await inTerminal(stage, [...stage.client('claude-code'), ...claudeArguments], async (terminal) => {
      await work(stage, terminal);
      const locks = ['refs/notes/checkpoints.lock', 'refs/checkpoints/2.lock'].map((name) => join(gitDir(stage), name));
      for (const lock of locks) {
        writeFileSync(lock, '');
        const then = new Date(Date.now() - 3 * 3_600_000);
        utimesSync(lock, then, then);
      }
      stage.repo.write('by-hand.txt', 'behind locks\n');
      await ask(stage, terminal, 'a question behind old locks');
      await untilSaved(stage, 2);
      expect('the work is saved', stage.repo.git('show', 'refs/checkpoints/2:by-hand.txt') === 'behind locks');
      expect('the old locks are gone', !locks.some((lock) => existsSync(lock)));
      expect('the user was told nothing', !terminal.screen().includes('Not saved'));
      await quit(terminal);
    });
  });
}

/** `failure-full-disk` and so on. */
export const failureScenarios = Object.fromEntries([
  ...Object.entries(failing).map(([name, row]) => [`failure-${name}`, () => play(row)] as const),
  ['failure-old-locks', oldLocks] as const,
]);
