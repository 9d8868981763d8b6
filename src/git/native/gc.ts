import { join } from 'node:path';
import type { Oid } from '../../core/checkpoint.ts';
import type { Place } from '../engine.ts';
import { gcRuns } from '../gc-running.ts';
import { type RunOptions, runGit } from './run.ts';

/**
 * Packs the objects while a gc runs. The gc may have read the refs before ours moved and go on to prune our loose objects; a pack
 * that is newer than its list of packs it leaves alone, and every later gc sees the refs.
 */
export async function protectFromGc(
  what: { readonly place: Place; readonly oids: readonly Oid[] },
  options: RunOptions,
): Promise<void> {
  if (!gcRuns(what.place)) return;
  const base = join(what.place.commonDir, 'objects', 'pack', 'pack');
  await runGit(['pack-objects', '--quiet', base], { ...options, stdin: `${what.oids.join('\n')}\n` });
}
