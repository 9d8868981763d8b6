import { count } from '../../core/count.ts';
import { checkpointNumber, documentId } from '../../core/number.ts';
import type { World } from '../../core/world.ts';
import type { RestoreOutcome } from '../../restore/apply-restore.ts';
import type { SessionChange } from '../../restore/journal.ts';
import type { Recovery } from '../../restore/recover.ts';
import { continueLine, renderContinueLine } from './continue-session.ts';
import { showPath } from './facts.ts';
import { keptWords, planJson } from './restore-plan.ts';
import { paragraph } from './wrap.ts';

const done = { restore: 'Restored', undo: 'Undid the restore of', redo: 'Reapplied the restore of' } as const;

/** `Restored checkpoint 42: 5 files written, 1 deleted, tree verified.` */
export function renderRestored({ plan, written, deleted, differences }: RestoreOutcome, world: World): string {
  const subject = `checkpoint ${plan.subject.number}`;
  if (plan.steps.length === 0 && plan.index?.kind !== 'write') {
    const except = plan.kept.length === 0 ? '' : `, except for ${count(plan.kept.length, 'file')} left alone`;
    return paragraph(`Already at ${subject}${except}; nothing to restore.`, world);
  }
  const index = plan.index?.kind === 'write' ? ', index put back' : '';
  const proof = differences.length === 0 ? 'tree verified' : 'tree NOT verified';
  return paragraph(`${done[plan.kind]} ${subject}: ${changesOf(written, deleted)}${index}, ${proof}.`, world);
}

function changesOf(written: number, deleted: number): string {
  return `${count(written, 'file')} written, ${deleted} deleted`;
}

/** What a person should know beside the result; for stderr. */
export function renderAfterwards({ plan, safety, differences }: RestoreOutcome, world: World): string {
  const again = plan.kind === 'undo' ? 'Run `git checkpoint undo` again to redo.' : 'Undo with `git checkpoint undo`.';
  return [
    ...differences.map(({ path }) => `Differs from the checkpoint: ${showPath(path)}\n`),
    ...plan.conflicts.map(({ path, why }) => `CONFLICT (${why}): ${showPath(path)}\n`),
    ...plan.kept
      .filter(({ why }) => why !== 'unknown-then' && why !== 'ignored-then')
      .map(({ path, why }) => `Left alone: ${showPath(path)} (${keptWords[why]})\n`),
    ...(plan.index?.kind === 'absent' ? ['The checkpoint has no index of its own; the index was left alone.\n'] : []),
    ...(safety === undefined || world.quiet
      ? []
      : [paragraph(`Your previous files are in checkpoint ${safety.number}. ${again}`, world)]),
    ...(plan.sessions === undefined || world.quiet ? [] : [renderBefore(plan.sessions, world)]),
  ].join('');
}

/** The conversation that goes with the files that were there; it is as it was. */
function renderBefore({ before }: SessionChange, world: World): string {
  const line = before === undefined ? undefined : continueLine(before, world);
  return line === undefined ? '' : `The conversation before: ${line}\n`;
}

export function restoredJson(outcome: RestoreOutcome): unknown {
  const { plan, written, deleted, safety, differences } = outcome;
  return {
    restored: true,
    verified: differences.length === 0,
    written,
    deleted,
    safety: safety === undefined ? null : { ...safety, checkpointId: documentId(checkpointNumber(safety.number)) },
    differences: differences.map(({ path }) => path),
    plan: planJson(plan),
  };
}

const cutOff = { restore: 'A restore of', undo: 'Undoing the restore of', redo: 'Reapplying the restore of' } as const;

/** Tells how a restore that was cut off ended. */
export function renderRecovery(recovery: Recovery, world: World): string {
  const { end, kind, checkpoint, written, deleted, edited, differences, session } = recovery;
  const left = new Set(edited);
  const proof = differences.every(({ path }) => left.has(path)) ? 'tree verified' : 'tree NOT verified';
  const verb = end === 'finished' ? 'finished' : 'taken back';
  return [
    `${cutOff[kind]} checkpoint ${checkpoint.number} had been cut off. It was ${verb}: ${changesOf(written, deleted)}, ${proof}.\n`,
    ...edited.map((path) => `Left as it is, because it was changed since: ${showPath(path)}\n`),
    renderContinueLine(session, world),
  ].join('');
}
