import { cutWords } from './sentences.ts';
import type { SessionView } from './session-view.ts';

const MAX_NAMED = 3;
const LENGTH = 110;

/** What was started in the background and has not reported yet: commands and subagents. A subagent ends with its session. */
export function inFlight({ calls, session }: SessionView): string[] {
  const commands = calls
    .filter(({ call }) => call.action === 'command' && call.result === 'open' && call.command !== undefined)
    .map(({ call }) => `\`${cutWords(call.command ?? '', LENGTH)}\``);
  const silent = session.subagents.filter(({ result }) => result === undefined);
  // Only what was started lately: what nobody came back to is forgotten.
  const started = calls.slice(-LATELY).filter(({ call }) => call.action === 'agent').length;
  const agents = silent
    .slice(-Math.max(0, started))
    .map(({ description }) => `subagent: ${cutWords(description, LENGTH)}`);
  return [...commands, ...(started === 0 ? [] : agents)].slice(-MAX_NAMED);
}

const LATELY = 40;
