/**
 * Records docs/demo.svg: in a real terminal, the real Claude Code works, deletes what it should not, is cleared and goes on; its user
 * restores. The client, its hooks and this program are real, the model's answers are scripted. The tokens are counted in what reached the model.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { countTokens } from '@anthropic-ai/tokenizer';
import { drawDemo, type Frame } from './e2e/draw-demo.ts';
import { quit, untilSaved } from './e2e/scenarios/work.ts';
import { onStage, type Stage } from './e2e/stage.ts';
import { inTerminal, type Terminal } from './e2e/terminal.ts';

const SIZE = { columns: 100, rows: 24 };
const KEYS = 3;
const QUESTION = 'Where were we?';
const content = `export function greet(name) {\n  return 'Good morning, ' + name;\n}\n`;

function script({ model, repo }: Stage): void {
  const write = { name: 'Write', input: { file_path: `${repo.root}/src/greet.js`, content } };
  const read = { name: 'Read', input: { file_path: `${repo.root}/docs/handbook.md` } };
  const remove = { name: 'Bash', input: { command: 'rm -rf src', description: 'Clean up' } };
  model.say(
    { text: 'I read the handbook first.', tools: [read] },
    { text: 'Now the greeter.', tools: [write] },
    { text: 'I decided to use plain concatenation instead of templates.\nNext: write a test for greet().' },
    { text: 'I clean up first.', tools: [remove] },
    { text: 'Done: src is gone.' },
    {
      text: 'We built src/greet.js and chose plain concatenation over templates.\nNext is the test for greet(). I start with it.',
    },
  );
}

/** Signs that few fonts have, by those that most have. */
const readable = (text: string) => text.replaceAll('⎿', '└').replaceAll('⏵', '▸');

/** Takes pictures of a terminal under one caption. */
class Camera {
  readonly frames: Frame[] = [];
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  take(terminal: Terminal, about: string, seconds: number): void {
    const { text, cursor } = terminal.picture();
    this.frames.push({
      about,
      seconds,
      screen: { text: readable(text.replaceAll(this.root, '~/greeter')), ...(cursor && { cursor }) },
    });
  }

  /** Types as a person does, and presses Enter. */
  async type(terminal: Terminal, about: string, line: string): Promise<void> {
    for (let at = 0; at < line.length; at += KEYS) {
      terminal.type(line.slice(at, at + KEYS));
      await sleep(250);
      this.take(terminal, about, 0.14);
    }
    await sleep(300);
    this.take(terminal, about, 0.5);
    terminal.press('Enter');
  }
}

async function restoreInShell(stage: Stage, camera: Camera): Promise<void> {
  const start = join(stage.repo.home, '.demorc');
  writeFileSync(start, "PS1='$ '\n");
  const shell = ['bash', '--noprofile', '--rcfile', start];
  await inTerminal({ ...stage, size: SIZE }, shell, async (terminal) => {
    const about = 'In a shell: the checkpoint of the turn before has it';
    await terminal.see(/^\$/m);
    await camera.type(terminal, about, 'git checkpoint restore 1 --yes && ls src');
    await terminal.see(/greet\.js\n\$/);
    camera.take(terminal, about, 4.5);
  });
}

/** What the model read before it could answer: all messages of a request but the client's own. */
function tokensSince(first: string, text: string): number {
  return countTokens(text) - countTokens(first);
}

await onStage(async (stage) => {
  const { repo, model } = stage;
  const line = 'Greetings are short, kind, and name the person once. They end without a mark.\n';
  repo.write(
    'docs/handbook.md',
    `# Handbook\n\n${Array.from({ length: 700 }, (_, at) => `${at + 1}. ${line}`).join('')}`,
  );
  repo.commit('Add the handbook');
  stage.checkpoint('install', 'claude-code');
  script(stage);
  const camera = new Camera(repo.root);
  const claude = [...stage.client('claude-code'), '--permission-mode', 'bypassPermissions'];
  await inTerminal({ ...stage, size: SIZE }, claude, async (terminal) => {
    await terminal.see(/❯/);
    await sleep(2500);
    await camera.type(terminal, 'An agent works', 'Build a greeter in src/greet.js');
    await terminal.see(/write a test for greet/);
    await untilSaved(stage, 1);
    await sleep(1500);
    camera.take(terminal, 'An agent works: the turn is saved', 3);
    await camera.type(terminal, 'It deletes what no commit holds', 'Tidy up a little');
    await terminal.see(/src is gone/);
    await untilSaved(stage, 2);
    await sleep(1500);
    camera.take(terminal, 'It deletes what no commit holds', 3);
    await restoreInShell(stage, camera);
    await camera.type(terminal, '/clear: the context is gone', '/clear');
    await terminal.see(/Resumed from checkpoint/);
    await sleep(1500);
    const before = model.requests.at(-1)?.text ?? '';
    camera.take(terminal, '/clear: the context is gone, the checkpoint is handed over', 2.5);
    await camera.type(terminal, 'The next session', QUESTION);
    await terminal.see(/I start with it/);
    await sleep(1500);
    const first = model.requests[0]?.text ?? '';
    const [without, withIt] = [before, model.requests.at(-1)?.text ?? ''].map((text) => tokensSince(first, text));
    const number = (count = 0) => Math.max(0, count).toLocaleString('en');
    camera.take(
      terminal,
      `It knows, from ${number(withIt)} tokens; the cleared conversation had ${number(without)}`,
      6,
    );
    await quit(terminal);
  });
  writeFileSync(
    'docs/demo.svg',
    drawDemo(
      camera.frames,
      SIZE,
      'An agent deletes work, its user restores it, and after /clear the next session knows where it was',
    ),
  );
  process.stdout.write('docs/demo.svg\n');
});
