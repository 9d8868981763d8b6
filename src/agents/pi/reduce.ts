import { type JsonObject, textAt } from '../json-value.ts';
import { keptText, LIMITS } from '../kept-text.ts';
import type { SessionDraft } from '../session-draft.ts';
import { goToParent, noteEntry } from './branch.ts';
import { takeMessage } from './message.ts';

/** Entries of which nothing is to be known: choices of a model, states and texts of extensions, bookmarks, bills. */
const PASSED_OVER: ReadonlySet<string> = new Set([
  'model_change',
  'thinking_level_change',
  'custom',
  'custom_message',
  'context_edit',
  'label',
  'usage',
]);

/** Takes one entry of a session. */
export function reducePi(draft: SessionDraft, record: JsonObject): boolean {
  const type = textAt(record, 'type');
  if (type === 'session') {
    takeHeader(draft, record);
    return true;
  }
  if (typeof record['id'] !== 'string') return false;
  draft.noteTime(textAt(record, 'timestamp'));
  goToParent(draft, record);
  const known = takeEntry(draft, type, record);
  noteEntry(draft, record);
  return known;
}

function takeHeader(draft: SessionDraft, record: JsonObject): void {
  const { head } = draft.state;
  head.id = textAt(record, 'id') || head.id;
  const cwd = textAt(record, 'cwd');
  if (cwd !== '') head.cwd = cwd;
  draft.noteTime(textAt(record, 'timestamp'));
}

function takeEntry(draft: SessionDraft, type: string, record: JsonObject): boolean {
  switch (type) {
    case 'message':
      return takeMessage(draft, record);
    case 'compaction':
    case 'branch_summary':
      draft.addCompaction(textAt(record, 'summary'));
      return true;
    case 'session_info': {
      const name = textAt(record, 'name');
      if (name !== '') draft.state.head.title = keptText(name, LIMITS.description);
      return true;
    }
    default:
      return PASSED_OVER.has(type);
  }
}
