import type { DraftTurn } from '../draft-state.ts';
import type { JsonObject } from '../json-value.ts';
import { textAt } from '../json-value.ts';
import type { SessionDraft } from '../session-draft.ts';
import { memoryOf } from './memory.ts';

/** The record before this one; null at the root, undefined where records are not linked at all. */
export function parentOf(record: JsonObject): string | null | undefined {
  const parent = record['parentUuid'];
  if (typeof parent === 'string') return shortId(parent);
  return parent === null ? null : undefined;
}

/** The last part of a uuid is random in every version of uuids, and enough to tell records of one session apart. */
export function shortId(id: string): string {
  return id.length === 36 ? id.slice(-12) : id;
}

/**
 * Takes back the turns that a new prompt leaves behind. The user can only go back to a prompt of theirs: then the new
 * prompt has the parent that the old one had, or hangs on a record of an earlier turn. Forks inside a turn are no
 * rewinds: results of parallel calls branch off there all the time.
 */
export function rewindForPrompt(draft: SessionDraft, parent: string | null | undefined): void {
  const left = firstTurnLeft(draft, parent) ?? draft.state.leftFrom;
  if (left !== undefined) draft.rewindTo(left);
}

function firstTurnLeft(draft: SessionDraft, parent: string | null | undefined): number | undefined {
  if (parent === undefined || (parent === null && memoryOf(draft).chained !== true)) return undefined;
  const { turns } = draft.state;
  const replaced = turns.find((turn) => turn.parent === parent);
  if (replaced !== undefined) return replaced.serial;
  const last = parent === null ? undefined : draft.turnWith(parent);
  return last === undefined ? undefined : turnAfter(turns, last)?.serial;
}

/** `last-prompt` names the leaf in use. One in an earlier turn means that the user went back; what follows will tell. */
export function noteLeaf(draft: SessionDraft, record: JsonObject): void {
  const leaf = draft.turnWith(shortId(textAt(record, 'leafUuid')));
  if (leaf === undefined) return;
  const next = turnAfter(draft.state.turns, leaf);
  if (next === undefined) delete draft.state.leftFrom;
  else draft.state.leftFrom = next.serial;
}

/** A record that goes on in a turn thought to be left behind brings it back. */
export function noteContinuation(draft: SessionDraft, parent: string | null | undefined): void {
  const { leftFrom } = draft.state;
  if (leftFrom === undefined || typeof parent !== 'string') return;
  const turn = draft.turnWith(parent);
  if (turn !== undefined && turn.serial >= leftFrom) delete draft.state.leftFrom;
}

function turnAfter(turns: readonly DraftTurn[], turn: DraftTurn): DraftTurn | undefined {
  return turns.find((one) => one.serial > turn.serial);
}
