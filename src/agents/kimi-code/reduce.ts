import { ownProperty } from '../../core/own-property.ts';
import { type JsonObject, numberAt, objectAt, objectsAt, textAt } from '../json-value.ts';
import type { SessionDraft } from '../session-draft.ts';
import { takeLoopEvent } from './loop-event.ts';
import { readTodos } from './todos.ts';

/** Records that say nothing about the work, or repeat what others say. */
const PASSED_OVER =
  /^(?:agent\.|llm\.|usage\.|permission\.|plugin\.|runtime\.|prompt\.|full_compaction\.|file_history\.|token_counting\.|context\.append_message$|turn\.started$)/;

type Taker = (draft: SessionDraft, record: JsonObject) => void;

const takers: Readonly<Record<string, Taker>> = {
  metadata: (draft, record) => draft.noteTime(timeOf(record, 'created_at')),
  'profile.bind': takeProfile,
  'turn.prompt': takePrompt,
  'turn.steer': takePrompt,
  'turn.ended': takeEnd,
  'context.append_loop_event': (draft, record) => takeLoopEvent(draft, objectAt(record, 'event'), timeOf(record)),
  'context.apply_compaction': takeCompaction,
  'token_counting.measured': (draft, record) => noteUse(draft, numberAt(record, 'tokens')),
  'tools.update_store': takeStore,
};

/** Takes one record of a session of Kimi Code. */
export function reduceKimi(draft: SessionDraft, record: JsonObject): boolean {
  const type = textAt(record, 'type');
  const taker = ownProperty(takers, type);
  if (taker === undefined) return PASSED_OVER.test(type);
  draft.noteTime(timeOf(record));
  taker(draft, record);
  return true;
}

/** Times are milliseconds since 1970. */
function timeOf(record: JsonObject, key = 'time'): string {
  const time = new Date(numberAt(record, key) ?? Number.NaN);
  return Number.isNaN(time.getTime()) ? '' : time.toISOString();
}

function takeProfile(draft: SessionDraft, record: JsonObject): void {
  const { head } = draft.state;
  const [cwd, model] = [textAt(objectAt(record, 'environmentDisclosure'), 'cwd'), textAt(record, 'modelAlias')];
  if (cwd !== '') head.cwd = cwd;
  if (model !== '') head.model = model;
}

/** What a person typed; tasks and reminders open turns, too. */
function takePrompt(draft: SessionDraft, record: JsonObject): void {
  if (textAt(objectAt(record, 'origin'), 'kind') !== 'user') return;
  const texts = objectsAt(record, 'input').map((part) =>
    textAt(part, 'type') === 'text' ? textAt(part, 'text') : `[${textAt(part, 'type')}]`,
  );
  draft.openTurn({ prompt: texts.join('\n'), time: timeOf(record) });
}

function takeEnd(draft: SessionDraft, record: JsonObject): void {
  const reason = textAt(record, 'reason');
  if (reason === 'completed') draft.end('done');
  else if (reason === 'failed' || reason === 'error')
    draft.end('api-error', textAt(objectAt(record, 'error'), 'message'));
  else draft.end('interrupted');
}

function takeCompaction(draft: SessionDraft, record: JsonObject): void {
  draft.addCompaction(textAt(record, 'summary'));
  noteUse(draft, numberAt(record, 'tokensAfter'));
}

function noteUse(draft: SessionDraft, tokens: number | undefined): void {
  if (tokens !== undefined) draft.state.head.contextTokens = tokens;
}

function takeStore(draft: SessionDraft, record: JsonObject): void {
  if (textAt(record, 'key') === 'todo') draft.setTodos(readTodos(objectsAt(record, 'value')));
}
