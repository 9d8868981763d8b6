import type { Evidence } from './note.ts';

/** Somebody handed it in with a save. */
export function isGiven(from: Evidence | undefined): boolean {
  return from !== undefined && (from.by === 'user' || from.by === 'agent') && from.turn === undefined;
}
