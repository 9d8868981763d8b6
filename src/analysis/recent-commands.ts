import { BOUNDS } from './bounds.ts';
import { commandKind } from './command-kind.ts';
import { errorLine, withoutCd } from './command-outcome.ts';
import { cutWords } from './sentences.ts';
import type { CallView, SessionView } from './session-view.ts';

/** The last commands and how they ended, newest last. Looks around fill up only what is left. */
export function findRecentCommands(view: SessionView): string[] {
  const newest = new Map<string, CallView>();
  for (const entry of view.calls) {
    const { command } = entry.call;
    if (entry.call.action !== 'command' || command === undefined || command.trim() === '') continue;
    newest.delete(command);
    newest.set(command, entry);
  }
  const all = [...newest.values()];
  const telling = all.filter(({ call }) => commandKind(call.command ?? '') !== 'look').slice(-BOUNDS.commands.count);
  const looks = all.filter((entry) => !telling.includes(entry) && commandKind(entry.call.command ?? '') === 'look');
  const room = Math.max(0, Math.min(5, BOUNDS.commands.count - telling.length));
  const kept = new Set([...telling, ...(room === 0 ? [] : looks.slice(-room))]);
  return all.filter((entry) => kept.has(entry)).map((entry) => describe(entry, view.session.cwd));
}

function describe({ call, failed }: CallView, cwd: string | undefined): string {
  const command = cutWords(withoutCd(call.command ?? '', cwd), BOUNDS.commands.length - 90);
  if (call.result === 'refused') return `${command} → not permitted`;
  if (call.result === 'open') return `${command} → no result`;
  if (!failed) return `${command} → ok`;
  const exit = call.exitCode === undefined || call.exitCode === 0 ? 'failed' : `exit ${call.exitCode}`;
  const error = cutWords(errorLine(call.output ?? ''), 80);
  return `${command} → ${exit}${error === '' ? '' : `: ${error}`}`;
}
