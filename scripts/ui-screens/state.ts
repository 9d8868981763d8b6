import type { Page } from 'playwright-core';
import type { FindingJson } from '../../src/ui/api.ts';
import type { UiServer } from '../../src/ui/server/serve.ts';
import type { TestRepo } from '../../test/support/with-repo.ts';

/** Somebody at a page. */
export interface Looking {
  readonly page: Page;
  readonly repo: TestRepo;
  readonly server: UiServer;
  go(screen: string): Promise<void>;
}

/** A repository in a state that real sessions seldom leave, and the screens to draw of it. */
export interface State {
  readonly name: string;
  readonly readOnly?: true;
  readonly findings?: readonly FindingJson[];
  make(repo: TestRepo): Promise<void>;
  /** The address of an exported page, when that is what is looked at. */
  exported?(repo: TestRepo): Promise<string>;
  /** Where the repository lies, when it is not the one that was handed over. */
  root?(repo: TestRepo): string;
  readonly screens: Readonly<Record<string, (looking: Looking) => Promise<void>>>;
}

/** Goes to a screen by what follows the `#`. */
export const at = (screen: string) => (looking: Looking) => looking.go(screen);

export async function openRestore({ page }: Pick<Looking, 'page'>): Promise<void> {
  await page.getByRole('button', { name: 'Restore…' }).click();
  await page.locator('.step .path').first().waitFor();
}
