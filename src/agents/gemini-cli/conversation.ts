import { dirname, join } from 'node:path';
import type { ConversationFormat, SideTranscript } from '../conversation-format.ts';
import { type JsonObject, listAt, objectAt, objectsAt, textAt } from '../json-value.ts';
import { namesIn } from '../transcript-files.ts';
import { withoutThoughts } from '../without-thoughts.ts';

export const geminiConversation: ConversationFormat = { stored, shared: withoutThoughts, sideTranscripts };

/** Without the message in which the client tells the model where it runs: it makes that anew. */
function stored(record: JsonObject): JsonObject {
  const update = objectAt(record, '$set');
  const messages = objectsAt(update, 'messages');
  if (!messages.some(isSetUp)) return record;
  return { ...record, $set: { ...update, messages: messages.filter((message) => !isSetUp(message)) } };
}

/** Subagents are recorded in a folder that is named after the whole id of their session; its recording has only the beginning of it. */
async function sideTranscripts(transcript: string): Promise<readonly SideTranscript[]> {
  const short = /-([0-9a-f]{8})\.jsonl$/.exec(transcript)?.[1];
  if (short === undefined) return [];
  const chats = dirname(transcript);
  const folders = (await namesIn(chats)).filter((name) => name.startsWith(`${short}-`));
  const sides: SideTranscript[] = [];
  for (const folder of folders) {
    const names = (await namesIn(join(chats, folder))).filter((name) => /^[\w.-]+\.jsonl$/.test(name)).toSorted();
    sides.push(...names.map((name) => ({ name: name.slice(0, -6), path: join(chats, folder, name) })));
  }
  return sides;
}

function isSetUp(message: JsonObject): boolean {
  const [part] = listAt(message, 'content');
  const text = typeof part === 'object' && part !== null ? textAt(part as JsonObject, 'text') : '';
  return message['type'] === 'user' && text.startsWith('<session_context>');
}
