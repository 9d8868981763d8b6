import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, expectIn } from '../expect.ts';
import { onStage, type Stage } from '../stage.ts';
import { inTerminal, type Terminal } from '../terminal.ts';
import { ask, claudeArguments, quit, untilSaved } from './work.ts';

interface Turn {
  readonly say: string;
  readonly file: string;
  readonly answer: string;
}

/** One turn that writes a file, and the checkpoint after it. */
async function turn(stage: Stage, terminal: Terminal, { say, file, answer }: Turn): Promise<void> {
  const input = { file_path: join(stage.repo.root, file), content: `// ${answer}\n` };
  stage.model.say({ tools: [{ name: 'Write', input }] }, { text: answer });
  const before = savedCount(stage);
  await terminal.send(say);
  await terminal.see(new RegExp(answer.slice(0, 30)));
  await untilSaved(stage, before + 1);
}

function savedCount({ repo }: Stage): number {
  return repo.git('for-each-ref', 'refs/checkpoints').split('\n').filter(Boolean).length;
}

async function ready(terminal: Terminal): Promise<void> {
  await terminal.see(/❯/);
  // The start's hooks run while the screen is drawn.
  await sleep(2500);
}

function prepared(stage: Stage): readonly string[] {
  const command = [...stage.client('claude-code'), ...claudeArguments];
  stage.checkpoint('install', 'claude-code');
  return command;
}

const ALPHA = { say: 'Please build the ALPHA parser', file: 'src/alpha.js', answer: 'DONE-ALPHA. Next: test ALPHA.' };
const BETA = { say: 'Please build the BETA writer', file: 'src/beta.js', answer: 'DONE-BETA. Next: test BETA.' };
const ALPHA_TASK = /Current task:\nPlease build the ALPHA parser/;

/** Two sessions in one worktree: compaction, /clear, exit and a new one. */
export function twoSessions(): Promise<void> {
  return onStage(async (stage) => {
    const command = prepared(stage);
    await inTerminal(stage, command, async (alpha) => {
      await ready(alpha);
      await inTerminal(stage, command, async (beta) => {
        await ready(beta);
        await turn(stage, alpha, ALPHA);
        await turn(stage, beta, BETA);
        const goOn = stage.model.holdSummary();
        await alpha.send('/compact');
        await stage.model.untilHeld();
        await turn(stage, beta, {
          say: 'Add colours to BETA',
          file: 'src/beta2.js',
          answer: 'MORE-BETA. Next: ship BETA.',
        });
        goOn();
        await alpha.see(/SessionStart:compact says: /);
        await ask(stage, alpha, 'go on after the compaction');
        expectIn(stage.model.requests.at(-1), { 'its own task after the compaction': ALPHA_TASK });
        await alpha.send('/clear');
        await alpha.see(/SessionStart:clear says: /);
        await ask(stage, alpha, 'go on after the clear');
        const text = stage.model.requests.at(-1)?.text ?? '';
        expectIn(stage.model.requests.at(-1), { 'its own intent after /clear': /Please build the ALPHA parser/ });
        expect('and nothing of what the other was asked', !text.includes('Please build the BETA writer'), text);
        await quit(alpha);
        await turn(stage, beta, {
          say: 'Last words on BETA',
          file: 'src/beta3.js',
          answer: 'END-OF-BETA. Next: ship it.',
        });
        await quit(beta);
      });
    });
    expectLinesApart(stage);
    await inTerminal(stage, command, async (terminal) => {
      await terminal.see(/Also unfinished: .*ALPHA.*git checkpoint resume/s);
      expect('the user of a new session is told of both lines', true);
      await ask(stage, terminal, 'what is there?');
      const pack = /Resumed from checkpoint: [\s\S]*/.exec(stage.model.requests.at(-1)?.text ?? '')?.[0] ?? '';
      expect('the newest line comes in full', pack.includes('Intent: Please build the BETA writer'), pack);
      expect('and nothing of the other in it', !pack.includes('build the ALPHA parser'), pack);
      await quit(terminal);
    });
  });
}

/** `status` and `list` show each line of work by itself. */
function expectLinesApart(stage: Stage): void {
  const status = stage.checkpoint('status');
  expect('status names the newest line and the other unfinished one', /BETA[\s\S]*ALPHA/.test(status), status);
  const list = stage.checkpoint('list');
  const headings = list.split('\n').filter((line) => /claude-code|Claude Code/i.test(line));
  expect(`list has a heading for each session: ${headings.length}`, headings.length >= 2, list);
}

function newestSession({ repo }: Stage): string {
  const folder = join(repo.home, '.claude', 'projects', repo.root.replace(/[^A-Za-z0-9]/g, '-'));
  return (
    readdirSync(folder)
      .find((name) => name.endsWith('.jsonl'))
      ?.replace('.jsonl', '') ?? ''
  );
}

/** An older conversation goes on, once as itself and once as a copy, after another session changed its files. */
export function olderConversation(): Promise<void> {
  return onStage(async (stage) => {
    const command = prepared(stage);
    await inTerminal(stage, command, async (terminal) => {
      await ready(terminal);
      await turn(stage, terminal, ALPHA);
      await quit(terminal);
    });
    const id = newestSession(stage);
    await inTerminal(stage, command, async (terminal) => {
      await ready(terminal);
      await turn(stage, terminal, { ...BETA, file: ALPHA.file });
      rmSync(join(stage.repo.root, 'README.md'));
      await turn(stage, terminal, { say: 'And more BETA', file: 'src/beta2.js', answer: 'MORE-BETA.' });
      await quit(terminal);
    });
    await inTerminal(stage, [...command, '--resume', id], async (terminal) => {
      await ready(terminal);
      await ask(stage, terminal, 'where were we?');
      expectIn(stage.model.requests.at(-1), {
        'what it is compared with': 'Since checkpoint 1 of this session:',
        'what changed since': /Changed since: .*src\/alpha\.js/,
        'what is gone': /Gone since: .*README\.md/,
      });
      await quit(terminal);
    });
    await inTerminal(stage, [...command, '--resume', id, '--fork-session'], async (terminal) => {
      await ready(terminal);
      await ask(stage, terminal, 'and in a copy?');
      const text = stage.model.requests.at(-1)?.text ?? '';
      expect('a copied conversation gets no second pack', !text.includes('Resumed from checkpoint:'), text);
      await quit(terminal);
    });
  });
}

/** A branch made from main goes on from the checkpoint of main. */
export function branchFromMain(): Promise<void> {
  return onStage(async (stage) => {
    const command = prepared(stage);
    const session = (work: Turn) =>
      inTerminal(stage, command, async (terminal) => {
        await ready(terminal);
        await turn(stage, terminal, work);
        await quit(terminal);
      });
    await session(ALPHA);
    stage.repo.git('switch', '--quiet', '--create', 'feature');
    await session(BETA);
    stage.repo.git('switch', '--quiet', 'main');
    stage.repo.git('switch', '--quiet', '--create', 'third');
    await inTerminal(stage, command, async (terminal) => {
      await ready(terminal);
      await ask(stage, terminal, 'where were we?');
      expectIn(stage.model.requests.at(-1), {
        'why it is this one': 'this is the newest of branch main, from which it was made.',
        'the work on main': 'Please build the ALPHA parser',
      });
      await quit(terminal);
    });
  });
}
