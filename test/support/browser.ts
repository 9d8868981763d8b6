import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import type { FindingJson } from '../../src/ui/api.ts';
import { serveUi, type UiServer } from '../../src/ui/server/serve.ts';
import { fixedWorld } from './fixed-world.ts';
import { describe } from './suite.ts';
import type { TestRepo } from './with-repo.ts';

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
/** Whether there is a browser to try pages in. */
export const hasBrowser = CHROMIUM !== undefined;
const PAGE_FOLDER = fileURLToPath(new URL('../../dist/ui', import.meta.url));

/** Claims that need a real browser. Where there is none, one claim says so in their place. */
export function describeInBrowser(subject: string, declare: Parameters<typeof describe>[1]): void {
  if (CHROMIUM !== undefined) {
    describe(subject, declare);
    return;
  }
  process.stdout.write(`skipped: ${subject}: there is no Chromium here (Debian: apt-get install chromium)\n`);
  describe(subject, (it) => it('is not looked at: there is no Chromium here', () => {}));
}

interface ServedAs {
  readonly readOnly?: boolean;
  readonly findings?: readonly FindingJson[];
  readonly idleMs?: number;
}

/** Serves a repository in this process, as `git checkpoint ui` does. */
export async function withServer(
  repo: TestRepo,
  use: (server: UiServer) => Promise<void>,
  { readOnly = false, findings = [], idleMs }: ServedAs = {},
): Promise<void> {
  const world = fixedWorld(repo.root, { env: repo.env, now: () => new Date() });
  const host = { world, readOnly, examine: async () => findings };
  const server = await serveUi(host, { port: 0, pageFolder: PAGE_FOLDER, ...(idleMs === undefined ? {} : { idleMs }) });
  try {
    await use(server);
  } finally {
    server.close();
    await server.closed;
  }
}

/** A browser of its own; what its pages say on the console or throw fails the claim. */
export async function withBrowser(use: (browser: Browser) => Promise<void>): Promise<void> {
  const browser = await chromium.launch({
    executablePath: CHROMIUM ?? '',
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  try {
    await use(browser);
  } finally {
    await browser.close();
  }
}

export interface Opened {
  readonly page: Page;
  /** What the page threw or logged as an error. */
  readonly complaints: readonly string[];
}

export async function openPage(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto(url);
  return { page, complaints };
}
