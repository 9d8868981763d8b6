import type { ToolCall } from '../core/session.ts';
import { kindsOf } from './command-kind.ts';
import { oncePer } from './once-per.ts';
import type { SessionView } from './session-view.ts';

/** What a runner prints before a script: `> app@1.0.0 tidy /work/app`, and below it what it runs. */
const ECHOED = /^> (?:@?[\w./-]+@\S+ )([\w:.-]+)(?: \/\S*)?\n> (\S.*)$/gm;
const CALLED = /^(?:npm|pnpm|yarn|bun)(?: run)?(?: -\S+)* ([\w:.-]+)/;

/** What the scripts of the project run, as far as a runner has shown it. */
const scriptsIn = oncePer(({ calls }: SessionView): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  for (const { call } of calls)
    for (const [, name = '', what = ''] of (call.output ?? '').matchAll(ECHOED)) found.set(name, what);
  return found;
});

/** The line of a call with what its scripts run in their place, where their names say nothing. */
export function lineRun(view: SessionView, { command = '' }: ToolCall): string {
  const scripts = scriptsIn(view);
  if (scripts.size === 0) return command;
  return kindsOf(command)
    .filter(({ kind }) => kind === 'other')
    .reduce((line, { text }) => {
      const what = scripts.get(CALLED.exec(text)?.[1] ?? '');
      return what === undefined ? line : line.replace(text, () => what);
    }, command);
}
