import { isScratch } from './command-kind.ts';
import { findDeliveries } from './deliveries.ts';
import type { Item, SessionView } from './session-view.ts';

const CREATES = /\b(?:gh repo|glab repo|glab project) create\b/;
const URL = /https:\/\/[^\s"'<>]{4,200}/;
const ADDS = /\bgit remote (?:add(?: -\S+)*|set-url) ([\w.-]{1,60}) ["']?([^\s"'$;&|]{4,200})/g;

/** The repository that the session created and the remotes that it set, as long as nothing was pushed since. */
export function newRemotes(view: SessionView): Item[] {
  const pushed = findDeliveries(view).findLast(({ what }) => what === 'push')?.turn ?? 0;
  const found = new Map<string, Item>();
  for (const { call, failed, turn } of view.calls) {
    const { command = '', output = '' } = call;
    if (turn <= pushed || failed || call.result !== 'ok' || isScratch(command)) continue;
    const from = { by: 'command', turn } as const;
    const url = CREATES.test(command) ? URL.exec(output)?.[0] : undefined;
    if (url !== undefined) found.set('repository', { text: `Created the repository ${url}`, from });
    for (const [, name = '', place = ''] of command.matchAll(ADDS))
      found.set(name, { text: `Remote ${name} is ${place}, nothing pushed to it in this session yet`, from });
  }
  return [...found.values()].slice(-3);
}
