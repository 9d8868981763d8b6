import { codexArguments } from '../clients/codex.ts';
import { expect, expectIn } from '../expect.ts';
import { runHeadless } from '../headless.ts';
import { onStage, type Stage } from '../stage.ts';
import { expectQuiet } from './work.ts';

const sentence = (at: number) => `The carpenter measured board number ${at} twice before the saw came near it.\n`;

/** Two files that together are more than one hook may say, and less than the tokens of a pack. */
function writeLargeWork({ repo, checkpoint }: Stage): string[] {
  const ends = ['first', 'second'].map((name, file) => {
    const lines = Array.from({ length: 90 }, (_, line) => sentence(1000 * (file + 1) + line));
    repo.write(`${name}.md`, lines.join(''));
    return sentence(1000 * (file + 1) + 89).trim();
  });
  checkpoint('save', '-m', 'Two long files', '--next', 'Read them again');
  return ends;
}

function expectBothParts(stage: Stage, [first = '', second = '']: readonly string[]): void {
  const request = stage.model.requests.at(-1);
  expectIn(request, {
    'the end of the first file': first,
    'the end of the second file': second,
    'that there are two parts': 'part 2 of 2',
  });
  expect('nothing was cut', !/persisted-output|truncated output/.test(request?.text ?? ''));
}

/** A pack that is longer than Claude Code takes from one hook arrives whole, in two parts. */
export function largeClaude(): Promise<void> {
  return onStage(async (stage) => {
    const claude = stage.client('claude-code');
    stage.checkpoint('install', 'claude-code');
    const ends = writeLargeWork(stage);
    await runHeadless(stage, [...claude, '-p', 'Go on, please']);
    expectBothParts(stage, ends);
    expectQuiet(stage);
  });
}

/** The same with Codex, which takes the middle out of a long text. */
export function largeCodex(): Promise<void> {
  return onStage(async (stage) => {
    const codex = stage.client('codex');
    stage.checkpoint('install', 'codex');
    const ends = writeLargeWork(stage);
    await runHeadless(stage, [...codex, ...codexArguments, 'Go on, please']);
    expectBothParts(stage, ends);
    expectQuiet(stage);
  });
}
