import type { DraftTurn } from '../draft-state.ts';
import { type JsonObject, textAt } from '../json-value.ts';
import type { SessionDraft } from '../session-draft.ts';

/** What was read last, and the entries before the first prompt: a session may go back to any of them. */
interface Position {
  leaf?: string;
  before: string[];
}

const MAX_BEFORE = 50;

/** An entry that hangs on another than the last one leaves the branch in between. */
export function goToParent(draft: SessionDraft, record: JsonObject): void {
  const { leaf, before } = positionOf(draft);
  const parent = record['parentId'];
  if (leaf === undefined || parent === leaf || parent === undefined) return;
  const turn = typeof parent === 'string' ? draft.turnWith(parent) : undefined;
  if (turn !== undefined) {
    draft.rewindTo(turn.serial + 1);
    dropAfter(turn, String(parent));
  } else if (parent === null || (typeof parent === 'string' && before.includes(parent))) draft.rewindTo(0);
}

/** Remembers where an entry stands. */
export function noteEntry(draft: SessionDraft, record: JsonObject): void {
  const id = textAt(record, 'id');
  const position = positionOf(draft);
  position.leaf = id;
  if (draft.turn !== undefined) draft.anchor(id);
  else if (position.before.length < MAX_BEFORE) position.before.push(id);
}

function positionOf({ state }: SessionDraft): Position {
  return (state.own['position'] ??= { before: [] }) as Position;
}

function dropAfter(turn: DraftTurn, id: string): void {
  const gone = new Set(turn.anchors.splice(turn.anchors.indexOf(id) + 1));
  const first = turn.steps.findIndex((step) => gone.has(step.source ?? ''));
  if (first !== -1) turn.steps.splice(first);
}
