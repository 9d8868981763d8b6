import type { ConfigEntry } from './engine.ts';
import { isTrue } from './files/config-values.ts';

const hardened = /(^|,)\s*(loose-object|objects|committed|added|all)\s*(,|$)/;

/** Whether the user asked git to sync loose objects to the disk. */
export function syncsLooseObjects(entries: readonly ConfigEntry[]): boolean {
  const components = entries.findLast((entry) => entry.key === 'core.fsync')?.value ?? '';
  const older = entries.findLast((entry) => entry.key === 'core.fsyncobjectfiles')?.value;
  return older === 'true' || (hardened.test(components) && !components.includes('-loose-object'));
}

/** Whether the user asked git to sync refs to the disk. */
export function syncsRefs(entries: readonly ConfigEntry[]): boolean {
  const components = entries.findLast((entry) => entry.key === 'core.fsync')?.value ?? '';
  return /(^|,)\s*(reference|committed|added|all)\s*(,|$)/.test(components) && !components.includes('-reference');
}

/** A repository shared between users has its own file modes: there git writes. */
export function isShared(entries: readonly ConfigEntry[]): boolean {
  return entries.some((entry) => entry.key === 'core.sharedrepository');
}

/**
 * Whether each gc waits for the lock of packed refs: it packs refs unless told otherwise (with `notbare` not each one does), and they are
 * files in the usual place.
 */
export function gcLocksPackedRefs(entries: readonly ConfigEntry[]): boolean {
  const last = (key: string) => entries.findLast((entry) => entry.key === key)?.value;
  return isTrue(last('gc.packrefs') ?? 'true') && (last('extensions.refstorage') ?? 'files') === 'files';
}

/** Whether the user wants a reflog of every ref, not only of branches. */
export function logsAllRefs(entries: readonly ConfigEntry[]): boolean {
  return entries.findLast((entry) => entry.key === 'core.logallrefupdates')?.value.toLowerCase() === 'always';
}
