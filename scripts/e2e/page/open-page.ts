import { spawn } from 'node:child_process';
import type { Page } from 'playwright-core';
import { hasBrowser, openPage, withBrowser } from '../../../test/support/browser.ts';
import { CLI } from '../../../test/support/run-cli.ts';
import { Skipped, type Stage } from '../stage.ts';

export interface OpenedPage {
  readonly page: Page;
  /** Goes to a screen by what follows the `#`. */
  go(screen: string): Promise<void>;
  readonly complaints: readonly string[];
}

/** Starts `git checkpoint ui` as its user does, and opens what it prints in a real browser. */
export async function withPage(stage: Stage, use: (opened: OpenedPage) => Promise<void>): Promise<void> {
  if (!hasBrowser) throw new Skipped('there is no Chromium');
  const server = spawn(process.execPath, [CLI, 'ui', '--no-open'], { cwd: stage.repo.root, env: stage.env });
  try {
    const url = await new Promise<string>((resolve, reject) => {
      server.stdout.once('data', (chunk) => resolve(String(chunk).trim()));
      server.once('error', reject);
      server.once('exit', (code) => reject(new Error(`git checkpoint ui ended with ${code}`)));
    });
    await withBrowser(async (browser) => {
      const { page, complaints } = await openPage(browser, url);
      const { origin } = new URL(url);
      const go = async (screen: string) => void (await page.goto(`${origin}/#/${screen}`));
      await use({ page, go, complaints });
    });
  } finally {
    server.kill('SIGINT');
  }
}
