import type { Oid } from '../core/checkpoint.ts';
import { type CheckpointNumber, checkpointNumber } from '../core/number.ts';

export const CHECKPOINTS = 'refs/checkpoints/';
export const NOTES = 'refs/notes/checkpoints';
/** What belongs to the checkpoints and stays in this clone. */
const META = 'refs/checkpoint-meta/';
export const LEDGER = `${META}ledger`;
/** Removed checkpoints that can be brought back: `<n>-<commit>`. Never shared. */
export const TRASH = `${META}trash/`;
/** The conversation of each checkpoint that has one, by the checkpoint's commit. */
export const CONVERSATIONS = `${META}conversation/`;
/** In a repository inside of the working tree: what checkpoints of the one around hold of it, each by its own id. Never shared. */
export const NESTED = `${META}nested/`;
/** The notes as they were before the last repair. Never shared. */
export const NOTES_BEFORE_REPAIR = `${META}notes-before-repair`;
/** Notes as they were before somebody changed their words: `<seconds>-<blob>`. */
export const NOTE_TRASH = `${TRASH}note/`;
/** Remote-tracking copies: `refs/checkpoint-sync/<remote>/c/<n>`. */
export const TRACKING = 'refs/checkpoint-sync/';

export function refOf(number: CheckpointNumber): string {
  return `${CHECKPOINTS}${number}`;
}

/** The number in a ref's name; undefined for another tool's ref below the same prefix. */
export function numberOf(ref: string): CheckpointNumber | undefined {
  const digits = /^refs\/checkpoints\/([1-9]\d{0,8})$/.exec(ref)?.[1];
  return digits === undefined ? undefined : checkpointNumber(Number(digits));
}

export function conversationRefOf(commit: Oid): string {
  return `${CONVERSATIONS}${commit}`;
}

export function nestedRefOf(commit: Oid): string {
  return `${NESTED}${commit}`;
}

/** What others wrote about checkpoints of ours: a notes ref for each remote. Local, never pushed. */
export const FOREIGN_NOTES = 'refs/notes/checkpoints-from/';
