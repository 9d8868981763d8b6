import type { Oid } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';

/** What is known of a stored conversation without reading its records. */
export interface ConversationFacts {
  readonly agent: string;
  readonly agentVersion?: string;
  /** The agent's own id of the session. */
  readonly session: string;
  /** Where the session began. */
  readonly directory?: string;
  readonly records: number;
  readonly bytes: number;
}

/** The conversation of a checkpoint, as it is found in the store. */
export interface StoredConversation extends ConversationFacts {
  readonly commit: Oid;
  readonly tree: Oid;
}

const NAMES = {
  agent: 'Conversation-Agent',
  agentVersion: 'Conversation-Agent-Version',
  session: 'Conversation-Session',
  directory: 'Conversation-Directory',
  records: 'Conversation-Records',
  bytes: 'Conversation-Bytes',
} as const satisfies Readonly<Record<keyof ConversationFacts, string>>;

const SUBJECT = 'Conversation of a checkpoint';

/** The facts as the message of the conversation's commit. */
export function renderFacts(facts: ConversationFacts): string {
  const lines = Object.entries(NAMES).flatMap(([field, name]) => {
    const value = facts[field as keyof ConversationFacts];
    return value === undefined || value === '' ? [] : [`${name}: ${String(value).replace(/[\r\n]+/g, ' ')}`];
  });
  return `${SUBJECT}\n\n${lines.join('\n')}\n`;
}

/** Reads them back; undefined when the message is not a conversation's. */
export function parseFacts(message: string): ConversationFacts | undefined {
  const find = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(message)?.[1];
  const [agent, records, bytes] = [find(NAMES.agent), find(NAMES.records), find(NAMES.bytes)];
  if (!message.startsWith(SUBJECT) || agent === undefined || records === undefined) return undefined;
  return defined({
    agent,
    session: find(NAMES.session) ?? '',
    records: Number(records),
    bytes: Number(bytes ?? 0),
    agentVersion: find(NAMES.agentVersion),
    directory: find(NAMES.directory),
  });
}
