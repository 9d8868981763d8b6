import type { Agent } from '../agent.ts';
import { openCodeConversation } from './conversation.ts';
import type { OpenCodeName } from './names.ts';
import { reduceOpenCode } from './reduce.ts';

/** What `opencode export` prints is one document; our plugin writes a record a line. */
const EXPORT = /^\s*\{\s*"info"\s*:\s*\{[\s\S]*?"id"\s*:\s*"ses_/;

function agentFor(name: OpenCodeName): Agent {
  const written = new RegExp(`^\\{"type":"session","client":"${name}"`);
  return {
    name,
    // Exports do not tell whose they are; those of OpenCode are the ones that people have.
    recognizes: ({ text }) => written.test(text) || (name === 'opencode' && EXPORT.test(text)),
    layout: ({ text }) => (EXPORT.test(text) ? 'document' : 'lines'),
    reduce: reduceOpenCode,
    conversation: openCodeConversation,
  };
}

/** OpenCode: sessions are in a database, from which our plugin takes them. */
export const openCode = agentFor('opencode');
/** Kilo: OpenCode under another name. */
export const kilo = agentFor('kilo');
