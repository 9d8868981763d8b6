import { count } from '../../core/count.ts';
import { shellWord } from '../../core/shell-word.ts';
import { skipWords } from '../../core/skip-words.ts';
import { stripControls } from '../../core/strip-controls.ts';
import type { World } from '../../core/world.ts';
import type { ForkOutcome } from '../../repository/fork.ts';
import { continueLine } from './continue-session.ts';
import { showPath } from './facts.ts';
import { renderCompacted } from './rewound.ts';

/** The line that continues in the new worktree. */
function lineOf({ files, session, handoff }: ForkOutcome, world: World): string | undefined {
  if (session !== undefined) return continueLine(session, world);
  const { folder, checkpoint } = files.plan;
  if (handoff === undefined) return undefined;
  return stripControls(
    `cd ${shellWord(folder)} && git checkpoint handoff ${checkpoint.number} --to ${shellWord(handoff.agent)}`,
  );
}

export function renderForked(outcome: ForkOutcome, world: World): string {
  const { files, handoff } = outcome;
  const { checkpoint, folder, branch } = files.plan;
  const proof = files.differences.length === 0 ? 'tree verified' : 'tree NOT verified';
  const line = lineOf(outcome, world);
  return [
    `Forked checkpoint ${checkpoint.number} into ${showPath(folder)} (branch ${stripControls(branch ?? '')}): ${count(files.written, 'file')} written, ${proof}.\n`,
    ...(checkpoint.note.nested ?? []).map(
      ({ path }) => `Left out: ${showPath(path)} (${skipWords['nested-repository']})\n`,
    ),
    ...files.differences.map((path) => `Differs from the checkpoint: ${showPath(path)}\n`),
    ...(handoff === undefined
      ? []
      : [`${handoff.agent} begins with what the session knew: ${stripControls(handoff.why)}.\n`]),
    renderCompacted(outcome.compacted),
    ...(line === undefined ? [] : [`Continue with: ${line}\n`]),
  ].join('');
}

export function forkJson(outcome: ForkOutcome, world: World): unknown {
  const { files, session, handoff } = outcome;
  const { checkpoint, folder, branch } = files.plan;
  return {
    forked: true,
    checkpoint: checkpoint.number,
    folder,
    branch: branch ?? null,
    written: files.written,
    verified: files.differences.length === 0,
    differences: files.differences,
    session: session ?? null,
    compacted: outcome.compacted !== undefined,
    handoff: handoff ?? null,
    command: lineOf(outcome, world) ?? null,
  };
}
