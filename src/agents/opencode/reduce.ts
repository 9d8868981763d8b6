import { type JsonObject, numberAt, objectAt, objectsAt, textAt } from '../json-value.ts';
import { keptText, LIMITS } from '../kept-text.ts';
import type { SessionDraft } from '../session-draft.ts';
import { takeMessage } from './message.ts';
import { timeAt } from './time.ts';
import { readTodos } from './tool-call.ts';

/** Takes one record that our plugin wrote, or the whole document of an export. */
export function reduceOpenCode(draft: SessionDraft, record: JsonObject): boolean {
  switch (record['type']) {
    case 'session':
      takeInfo(draft, objectAt(record, 'info'));
      return true;
    case 'message':
      return takeMessage(draft, record);
    case 'state':
      takeState(draft, record);
      return true;
    case undefined:
      return takeExport(draft, record);
    default:
      return false;
  }
}

function takeExport(draft: SessionDraft, record: JsonObject): boolean {
  if (!('info' in record && 'messages' in record)) return false;
  takeInfo(draft, objectAt(record, 'info'));
  const known = objectsAt(record, 'messages').map((message) => takeMessage(draft, message));
  if (Array.isArray(record['todos'])) takeState(draft, record);
  return known.every(Boolean);
}

function takeInfo(draft: SessionDraft, info: JsonObject): void {
  const { head } = draft.state;
  head.id = textAt(info, 'id') || head.id;
  const [cwd, version, title] = [textAt(info, 'directory'), textAt(info, 'version'), textAt(info, 'title')];
  if (cwd !== '') head.cwd = cwd;
  if (version !== '') head.agentVersion = version;
  // The name that it has until the model finds one says only when it began.
  if (title !== '' && !title.startsWith('New session - ')) head.title = keptText(title, LIMITS.description);
  draft.noteTime(timeAt(objectAt(info, 'time'), 'created'));
}

function takeState(draft: SessionDraft, record: JsonObject): void {
  const window = numberAt(record, 'contextWindow');
  if (window !== undefined && window > 0) draft.state.head.contextWindow = window;
  if (objectsAt(record, 'todos').length > 0 || draft.state.todos.length > 0) draft.setTodos(readTodos(record));
}
