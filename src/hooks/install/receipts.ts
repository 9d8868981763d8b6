import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { World } from '../../core/world.ts';
import { userStateFolder } from '../../local/files.ts';
import type { Undo } from './text-edit.ts';

/**
 * What an installation did to a file, so that it can be taken back byte for byte while nobody else has changed it. It holds none of
 * the user's text but blanks.
 */
export interface Receipt {
  readonly path: string;
  /** The file was not there before. */
  readonly created: boolean;
  /** Folders that were made for it, the outermost first. */
  readonly folders: readonly string[];
  /** Of the file as the installation left it. */
  readonly digest: string;
  readonly undos: readonly Undo[];
}

export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

export function readReceipt(world: Pick<World, 'env'>, path: string): Receipt | undefined {
  try {
    const receipt: Receipt = JSON.parse(readFileSync(receiptPath(world, path), 'utf8'));
    return receipt.path === path && Array.isArray(receipt.undos) && Array.isArray(receipt.folders)
      ? receipt
      : undefined;
  } catch {
    // Another user of the project installed it, or it was taken away: the entries themselves tell what is ours.
    return undefined;
  }
}

/** Makes the folder of the receipts: where there can be none, nothing is to be installed. */
export function prepareReceipts(world: Pick<World, 'env'>): void {
  mkdirSync(dirname(receiptPath(world, '')), { recursive: true });
}

export function writeReceipt(world: Pick<World, 'env'>, receipt: Receipt): void {
  writeFileSync(receiptPath(world, receipt.path), `${JSON.stringify(receipt)}\n`, { mode: 0o600 });
}

export function removeReceipt(world: Pick<World, 'env'>, path: string): void {
  rmSync(receiptPath(world, path), { force: true });
}

function receiptPath(world: Pick<World, 'env'>, path: string): string {
  return join(userStateFolder(world), 'receipts', `${digestOf(path).slice(0, 32)}.json`);
}
