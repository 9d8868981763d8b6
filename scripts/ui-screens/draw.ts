import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const widths = { 400: 900, 1400: 860 } as const;

/** Draws what a page shows, light and dark, narrow and wide: `reach` goes there anew for each. */
export async function drawState(page: Page, file: string, reach: () => Promise<void>): Promise<void> {
  for (const [width, height] of Object.entries(widths)) {
    await page.setViewportSize({ width: Number(width), height });
    await reach();
    await page.getByText('Reading…').first().waitFor({ state: 'detached' });
    // The mouse stays where the last click was; what lies below it would be drawn as if somebody pointed at it.
    await page.mouse.move(0, 0);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(400);
      await page.screenshot({ path: `${file}-${colorScheme}-${width}.png` });
    }
  }
}

/** The path of a picture without its ending; its folder is there. */
export function pictureIn(folder: string, name: string): string {
  mkdirSync(folder, { recursive: true });
  return join(folder, `ui-${name}`);
}
