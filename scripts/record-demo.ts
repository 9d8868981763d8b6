/**
 * Records docs/demo.svg: the real Claude Code in a terminal works, is cleared, and goes on. The client, its hooks and this program are real,
 * the model's answers are scripted.
 */
import { writeFileSync } from 'node:fs';
import { drawDemo, type Frame } from './e2e/draw-demo.ts';
import { claudeArguments, quit, untilSaved } from './e2e/scenarios/work.ts';
import { onStage, type Stage } from './e2e/stage.ts';
import { inTerminal } from './e2e/terminal.ts';

const content = `export function greet(name) {\n  return 'Good morning, ' + name;\n}\n`;

function script({ model, repo }: Stage): void {
  const write = { name: 'Write', input: { file_path: `${repo.root}/src/greet.js`, content } };
  model.say(
    { text: "I'll write the greeter.", tools: [write] },
    { text: 'The greeter is done. Decision: plain concatenation, no templates.\nNext: write a test for greet().' },
    { text: "We decided on plain concatenation, and src/greet.js is written. Next I'll write the test for greet()." },
  );
}

await onStage(async (stage) => {
  const claude = stage.client('claude-code');
  stage.checkpoint('install', 'claude-code');
  script(stage);
  const frames: Frame[] = [];
  await inTerminal(stage, [...claude, ...claudeArguments], async (terminal) => {
    const keep = (about: string, seconds: number) =>
      frames.push({ about, seconds, screen: terminal.screen().replaceAll(stage.repo.root, '~/greeter') });
    await terminal.see(/❯/);
    await terminal.send('Please build a greeter in src/greet.js');
    await terminal.see(/write a test for greet/);
    await untilSaved(stage, 1);
    keep('Work: the turn is saved as checkpoint 1', 4);
    await terminal.send('/clear');
    await terminal.see(/Resumed from checkpoint/);
    keep('/clear: the context is gone, the checkpoint is handed over', 4);
    await terminal.send('What did we decide, and what is next?');
    await terminal.see(/I'll write the test/);
    keep('The next session knows', 5);
    await quit(terminal);
  });
  writeFileSync('docs/demo.svg', drawDemo(frames));
  process.stdout.write('docs/demo.svg\n');
});
