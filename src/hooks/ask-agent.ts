import { homedir } from 'node:os';
import type { EventContext } from './event-context.ts';
import { hasServer } from './install/has-server.ts';

/** What the agent is asked when its context fills up: it knows best what must not be lost. */
export async function askText(hook: EventContext, percent: number): Promise<string> {
  return (
    `git-checkpoint: the context is ${percent}% full, so what you know may soon be gone. ` +
    `When the step you are in is done, ${await howToStore(hook)}: what you found out (findings), what was decided and why (decisions), ` +
    'and what is really next (next_actions); then go on with the work.'
  );
}

/** The model that writes a summary can call nothing; what it writes is read from the transcript. */
export const SUMMARY_REQUEST =
  'Beyond these, write what only you know under the headings Findings, Decisions and Next steps: what you found out, what was decided and why, what is really next.';

async function howToStore({ hooks, place, world }: EventContext): Promise<string> {
  const { env } = world;
  const places = { env, home: env['HOME'] ?? homedir(), root: place.root };
  if (await hasServer(hooks.agent, places))
    return 'store it once with the tool store_checkpoint of the server checkpoint';
  return 'store it once as a JSON object on the standard input of `git checkpoint save --from -`';
}
