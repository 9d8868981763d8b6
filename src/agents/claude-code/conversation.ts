import { join } from 'node:path';
import { defined } from '../../core/defined.ts';
import type { ConversationFormat, SideTranscript } from '../conversation-format.ts';
import { isObject, type JsonObject, listAt, objectAt, textAt } from '../json-value.ts';
import { namesIn } from '../transcript-files.ts';

/** What the conversation consists of, the titles it was given, and where it stands after a rewind. */
const KEPT: ReadonlySet<string> = new Set([
  'user',
  'assistant',
  'system',
  'attachment',
  'custom-title',
  'ai-title',
  'last-prompt',
]);

/** Attachments that the client makes anew: texts of the vendor, and what it says about the machine. */
const MADE_ANEW: ReadonlySet<string> = new Set([
  'agent_listing_delta',
  'command_permissions',
  'date',
  'deferred_tools_delta',
  'environment',
  'mcp_instructions_delta',
  'model',
  'prompt_snapshot',
  'remote_session_change',
  'session_context',
  'skill_listing',
]);

export const claudeConversation: ConversationFormat = {
  stored: (record) => (isKept(record) ? record : linkOf(record)),
  shared: withoutThinking,
  sideTranscripts,
};

/** A record with nothing but hidden reasoning in it becomes a link. */
function withoutThinking(record: JsonObject): JsonObject {
  const message = objectAt(record, 'message');
  const blocks = listAt(message, 'content');
  const said = blocks.filter((block) => !isObject(block) || !/thinking$/.test(textAt(block, 'type')));
  if (said.length === blocks.length) return record;
  if (said.length === 0) return { type: 'link', uuid: record['uuid'], parentUuid: record['parentUuid'] };
  return { ...record, message: { ...message, content: said } };
}

/** Whether a record is part of the conversation. */
export function isKept(record: JsonObject): boolean {
  const type = textAt(record, 'type');
  return KEPT.has(type) && !(type === 'attachment' && MADE_ANEW.has(textAt(objectAt(record, 'attachment'), 'type')));
}

/** Of a record that is left out, what its successors hang on. */
function linkOf(record: JsonObject): JsonObject | undefined {
  const { type, uuid, parentUuid, attachment } = record;
  if (typeof uuid !== 'string') return undefined;
  const kind = textAt(objectAt({ attachment }, 'attachment'), 'type');
  return defined({ type, uuid, parentUuid, attachment: kind === '' ? undefined : { type: kind } });
}

async function sideTranscripts(transcript: string): Promise<readonly SideTranscript[]> {
  const folder = join(transcript.replace(/\.jsonl$/, ''), 'subagents');
  const names = (await namesIn(folder)).filter((name) => /^agent-[\w.-]+\.jsonl$/.test(name)).toSorted();
  return names.map((name) => ({ name: name.replace(/\.jsonl$/, ''), path: join(folder, name) }));
}
