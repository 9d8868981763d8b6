import type { Agent } from '../agent.ts';
import { reduceText } from './reduce.ts';

/** Any conversation in Markdown or plain text: an export, notes, standard input. */
export const generic: Agent = {
  name: 'generic',
  recognizes: () => true,
  layout: () => 'text',
  reduce: reduceText,
};
