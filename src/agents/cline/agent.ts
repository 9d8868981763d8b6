import type { Agent } from '../agent.ts';
import { clineConversation } from './conversation.ts';
import { reduceCline } from './reduce.ts';
import { addClineSession } from './session-file.ts';

const DOCUMENT = /^\s*\{\s*"version"\s*:\s*\d+\s*,\s*"updated_at"\s*:\s*"[^"]*"\s*,\s*"agent"\s*:/;

/** How a checkpoint keeps it: a record a line. */
const STORED = /^\{"type":"session","client":"cline"/;

/** Cline: `~/.cline/data/sessions/<id>/<id>.messages.json`, one document that is rewritten whole; beside it what is known of the session. */
export const cline: Agent = {
  name: 'cline',
  home: /[\\/]sessions[\\/][^\\/]+[\\/][^\\/]+\.messages\.json$/,
  recognizes: ({ text }) => DOCUMENT.test(text) || STORED.test(text),
  layout: ({ text }) => (STORED.test(text) ? 'lines' : 'document'),
  reduce: reduceCline,
  conversation: clineConversation,
  addSideFiles: async (session) => addClineSession(session),
};
