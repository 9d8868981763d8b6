import { checkpointJson } from '../../core/checkpoint-json.ts';
import { count } from '../../core/count.ts';
import { defined } from '../../core/defined.ts';
import { nestedWords } from '../../core/nested-words.ts';
import { showBytes } from '../../core/size.ts';
import { skipWords } from '../../core/skip-words.ts';
import { stripControls } from '../../core/strip-controls.ts';
import { lineCounts } from '../../core/tree-change.ts';
import type { World } from '../../core/world.ts';
import type { SaveOutcome } from '../../repository/save.ts';
import { tell } from '../tell.ts';
import { showPath } from './facts.ts';

const MAX_NAMED = 3;

/** Tells what was saved; on stderr, what was not captured. */
export function renderSaved(outcome: SaveOutcome, world: World): void {
  if (outcome.kind === 'unchanged') {
    world.stdout.write(`Nothing changed since checkpoint ${outcome.checkpoint.number}\n`);
    return;
  }
  const { checkpoint, skipped } = outcome;
  const { summary, totals } = checkpoint.note;
  const amount = `${count(totals.files, 'file')}, ${lineCounts(totals)}`;
  world.stdout.write(`Checkpoint saved: ${stripControls(summary)} (${checkpoint.number}: ${amount})\n`);
  for (const nested of (checkpoint.note.nested ?? []).filter((one) => one.files > 0))
    world.stdout.write(`With the repository ${showPath(nested.path)}: ${nestedWords(nested)}\n`);
  if (outcome.sentTo !== undefined) world.stdout.write(sentLine(outcome.sentTo));
  // Build outputs are excluded by the thousand; only what a person may miss is named.
  const excluded = skipped.filter(({ why }) => why === 'excluded').map(({ path }) => showPath(path));
  for (const { path, size, why } of skipped) {
    if (why !== 'excluded')
      world.stderr.write(`Not captured: ${showPath(path)} (${skipWords[why]}, ${showBytes(size)})\n`);
  }
  for (const warning of outcome.warnings) world.stderr.write(`warning: ${stripControls(warning)}\n`);
  if (excluded.length > 0) {
    const named = excluded.length > MAX_NAMED ? count(excluded.length, 'excluded file') : excluded.join(', ');
    const see = '`git checkpoint config get checkpoint.exclude_patterns`';
    tell(world, `Not captured: ${named} (excluded, see ${see})\n`);
  }
  if (outcome.predecessor?.tree === checkpoint.tree)
    tell(world, `Nothing changed since checkpoint ${outcome.predecessor.number}; saved anyway.\n`);
}

export function sentLine(host: string): string {
  return `Sent a digest of the session to ${host}\n`;
}

export function savedJson(outcome: SaveOutcome): unknown {
  if (outcome.kind === 'unchanged') return { saved: false, unchanged_since: outcome.checkpoint.number };
  const { checkpoint, skipped, sentTo } = outcome;
  return defined({ saved: true, ...checkpointJson(checkpoint), skipped, sent_to: sentTo });
}
