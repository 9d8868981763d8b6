import { cutWords } from './sentences.ts';
import type { SessionView } from './session-view.ts';

/** What was started before these is a server that stays up, or forgotten. */
const LAST_TURNS = 2;
const MAX_NAMED = 3;
const LENGTH = 110;

/** What the last turns started in the background and what has not reported yet: commands and subagents. */
export function inFlight({ calls, session, turns }: SessionView): string[] {
  const lately = calls.filter(({ turn }) => turn > turns.length - LAST_TURNS);
  const commands = lately.flatMap(({ call }) =>
    call.action === 'command' && call.result === 'open' ? [`\`${cutWords(call.command ?? '', LENGTH)}\``] : [],
  );
  const started = lately.filter(({ call }) => call.action === 'agent' && call.result === 'ok').length;
  const agents = session.subagents
    .slice(session.subagents.length - started)
    .filter(({ result }) => result === undefined)
    .map(({ description }) => `subagent: ${cutWords(description, LENGTH)}`);
  return [...commands, ...agents].slice(-MAX_NAMED);
}
