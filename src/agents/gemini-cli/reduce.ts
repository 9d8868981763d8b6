import type { DraftTurn } from '../draft-state.ts';
import { type JsonObject, listAt, objectAt, objectsAt, textAt } from '../json-value.ts';
import { keptText, LIMITS } from '../kept-text.ts';
import type { SessionDraft } from '../session-draft.ts';
import { takeMessage } from './message.ts';

/** Takes one line of a chat recording, or a whole recording of the older form. */
export function reduceGemini(draft: SessionDraft, record: JsonObject): boolean {
  if (typeof record['$rewindTo'] === 'string') {
    rewind(draft, record['$rewindTo']);
    return true;
  }
  if ('$set' in record) {
    takeMetadata(draft, objectAt(record, '$set'));
    return true;
  }
  if (typeof record['id'] === 'string' && typeof record['type'] === 'string') return takeMessage(draft, record);
  if (typeof record['sessionId'] !== 'string') return false;
  takeMetadata(draft, record);
  return true;
}

/**
 * Messages in an update are the model's context, replaced at the start, at a compression, after a rollback. The session
 * still had what was there before, so they only add and correct.
 */
function takeMetadata(draft: SessionDraft, metadata: JsonObject): void {
  const { head } = draft.state;
  head.id = textAt(metadata, 'sessionId') || head.id;
  const title = textAt(metadata, 'summary');
  const cwd = listAt(metadata, 'directories')[0];
  if (title !== '') head.title = keptText(title, LIMITS.description);
  if (typeof cwd === 'string') head.cwd = cwd;
  draft.noteTime(textAt(metadata, 'startTime'));
  for (const message of objectsAt(metadata, 'messages')) takeMessage(draft, message);
  draft.noteTime(textAt(metadata, 'lastUpdated'));
}

/** Takes back a message and all after it. Gemini itself starts from nothing when it does not know the message. */
function rewind(draft: SessionDraft, id: string): void {
  const turn = draft.turnWith(id);
  if (turn === undefined || turn.anchors[0] === id) {
    draft.rewindTo(turn?.serial ?? 0);
    return;
  }
  draft.rewindTo(turn.serial + 1);
  dropSteps(turn, id);
}

function dropSteps(turn: DraftTurn, id: string): void {
  const gone = new Set(turn.anchors.splice(turn.anchors.indexOf(id)));
  const first = turn.steps.findIndex((step) => gone.has(step.source ?? ''));
  if (first !== -1) turn.steps.splice(first);
  turn.outcome = 'open';
}
