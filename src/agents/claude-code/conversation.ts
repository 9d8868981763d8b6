import { join } from 'node:path';
import type { ConversationFormat, SideTranscript } from '../conversation-format.ts';
import { type JsonObject, objectAt, textAt } from '../json-value.ts';
import { namesIn } from '../transcript-files.ts';

/** What the conversation consists of, and the titles it was given. */
const KEPT: ReadonlySet<string> = new Set(['user', 'assistant', 'system', 'attachment', 'custom-title', 'ai-title']);

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

export const claudeConversation: ConversationFormat = { stored, sideTranscripts };

function stored(record: JsonObject): JsonObject | undefined {
  const type = textAt(record, 'type');
  if (!KEPT.has(type)) return undefined;
  return type === 'attachment' && MADE_ANEW.has(textAt(objectAt(record, 'attachment'), 'type')) ? undefined : record;
}

async function sideTranscripts(transcript: string): Promise<readonly SideTranscript[]> {
  const folder = join(transcript.replace(/\.jsonl$/, ''), 'subagents');
  const names = (await namesIn(folder)).filter((name) => /^agent-[\w.-]+\.jsonl$/.test(name)).toSorted();
  return names.map((name) => ({ name: name.replace(/\.jsonl$/, ''), path: join(folder, name) }));
}
