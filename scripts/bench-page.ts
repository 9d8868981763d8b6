/**
 * How soon the page of `git checkpoint ui` shows ten thousand checkpoints, and how smoothly they scroll. Prints a Markdown table and writes it
 * into docs/benchmarks.md; exits 1 when the first checkpoint is seen later than a second after the command was started, or a frame takes long.
 *
 *   npm run bench:page [-- --checkpoints 10000 --keep DIR --print]
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { withBrowser } from '../test/support/browser.ts';
import { benchEnv } from './bench/repositories.ts';
import { writeTable } from './bench/write-table.ts';
import { makeScaleStore } from './scale/store.ts';

const { values } = parseArgs({
  options: {
    checkpoints: { type: 'string', default: '10000' },
    keep: { type: 'string' },
    print: { type: 'boolean', default: false },
  },
});

const MOST_MS = 1000;
/** Below ten frames a second nobody calls it smooth. */
const MOST_FRAME_MS = 100;
const ROUNDS = 5;
const program = fileURLToPath(new URL('../dist/git-checkpoint.cjs', import.meta.url));
const many = Number(values.checkpoints);
const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'git-checkpoint-page-'));
const root = join(folder, 'repository');

interface Opening {
  /** From the start of the command, in milliseconds. */
  readonly listening: number;
  readonly firstRow: number;
  readonly all: number;
  readonly frames: readonly number[];
}

await makeScaleStore(root, { program, checkpoints: many });
const rounds: Opening[] = [];
await withBrowser(async (browser) => {
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await open(browser));
});
const median = (pick: (opening: Opening) => number) =>
  rounds.map(pick).toSorted((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? 0;
const frames = rounds.flatMap((opening) => opening.frames).toSorted((one, other) => one - other);
const frame = (part: number) => frames[Math.floor((frames.length - 1) * part)] ?? 0;
const rows: readonly (readonly [string, number, boolean])[] = [
  ['the server listens', median(({ listening }) => listening), false],
  ['the first checkpoint is seen', median(({ firstRow }) => firstRow), median(({ firstRow }) => firstRow) > MOST_MS],
  ['all are there to scroll through', median(({ all }) => all), false],
  ['a frame while scrolling, median', frame(0.5), false],
  ['a frame while scrolling, 95 of 100', frame(0.95), frame(0.95) > MOST_FRAME_MS],
];
const table = [
  `| the page, ${many.toLocaleString('en')} checkpoints | ms | |`,
  '|---|---|---|',
  ...rows.map(([name, ms, over]) => `| ${name} | ${Math.round(ms)} | ${over ? 'over' : ''} |`),
  '',
  `Median of ${ROUNDS}; ${new Date().toISOString().slice(0, 10)}; ${cpus().length} cores at load ${loadavg()[0]?.toFixed(1)}, Node ${process.versions.node}.`,
];
process.stdout.write(`${table.join('\n')}\n`);
if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });
if (!values.print) writeTable('page', 'npm run bench:page', table);
process.exitCode = rows.some(([, , over]) => over) ? 1 : 0;

async function open(browser: Browser): Promise<Opening> {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  const page = await context.newPage();
  const began = performance.now();
  const since = () => performance.now() - began;
  const server = spawn(process.execPath, [program, 'ui', '--no-open'], { cwd: root, env: benchEnv() });
  try {
    const url = await new Promise<string>((resolve, reject) => {
      server.stdout.once('data', (chunk) => resolve(String(chunk).trim()));
      server.once('error', reject);
    });
    const listening = since();
    await page.goto(url, { waitUntil: 'commit' });
    await page.waitForSelector('.row', { timeout: 60_000 });
    const firstRow = since();
    await page.locator('.filters output', { hasNotText: 'reading' }).waitFor({ timeout: 300_000 });
    const all = since();
    return { listening, firstRow, all, frames: await scroll(page) };
  } finally {
    server.kill('SIGINT');
    await context.close();
  }
}

/** Turns the wheel for two seconds and notes how long each frame took. */
async function scroll(page: Page): Promise<number[]> {
  await page.evaluate(`(() => {
    window.frames_ = [];
    let last = performance.now();
    const step = (now) => { window.frames_.push(now - last); last = now; requestAnimationFrame(step); };
    requestAnimationFrame(step);
  })()`);
  await page.mouse.move(500, 500);
  for (let turn = 0; turn < 60; turn += 1) await page.mouse.wheel(0, 300);
  return page.evaluate('window.frames_.slice(1)');
}
