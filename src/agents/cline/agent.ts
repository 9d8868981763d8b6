import type { Agent } from '../agent.ts';
import { findClineTranscript } from './find-transcript.ts';
import { reduceCline } from './reduce.ts';
import { addClineSession } from './session-file.ts';

const DOCUMENT = /^\s*\{\s*"version"\s*:\s*\d+\s*,\s*"updated_at"\s*:\s*"[^"]*"\s*,\s*"agent"\s*:/;

/** Cline: `~/.cline/data/sessions/<id>/<id>.messages.json`, one document that is rewritten whole; beside it what is known of the session. */
export const cline: Agent = {
  name: 'cline',
  home: /[\\/]sessions[\\/][^\\/]+[\\/][^\\/]+\.messages\.json$/,
  recognizes: ({ text }) => DOCUMENT.test(text),
  layout: () => 'document',
  reduce: reduceCline,
  addSideFiles: async (session) => addClineSession(session),
  findTranscript: findClineTranscript,
};
