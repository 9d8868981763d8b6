import type { ConversationFormat } from '../conversation-format.ts';
import { type JsonObject, objectAt, textAt } from '../json-value.ts';
import { isPassedOver } from './reduce.ts';

/** Frames that the client needs to take a session up again. */
const FRAMES = /^(?:assistant\.turn_|tool\.execution_start)/;

export const copilotConversation: ConversationFormat = { stored, shared: withoutReasoning };

/** Without the vendor's texts, hooks and accounts, and without what the client measures of its tools. */
function stored(record: JsonObject): JsonObject | undefined {
  const type = textAt(record, 'type');
  if (isPassedOver(type) && !FRAMES.test(type)) return undefined;
  const data = objectAt(record, 'data');
  if (!('toolTelemetry' in data)) return record;
  const { toolTelemetry: _telemetry, ...rest } = data;
  return { ...record, data: rest };
}

/** What the model thought, readable and sealed. */
const HIDDEN = ['reasoningText', 'reasoningOpaque', 'encryptedContent'];

function withoutReasoning(record: JsonObject): JsonObject {
  const data = objectAt(record, 'data');
  if (!HIDDEN.some((key) => key in data)) return record;
  return { ...record, data: Object.fromEntries(Object.entries(data).filter(([key]) => !HIDDEN.includes(key))) };
}
