import type { ConversationFormat } from '../conversation-format.ts';

/** All of a recording belongs to the conversation. */
export const geminiConversation: ConversationFormat = { stored: (record) => record };
