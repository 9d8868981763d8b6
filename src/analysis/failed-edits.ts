import { commandKind } from './command-kind.ts';
import { errorLine } from './command-outcome.ts';
import { cutWords } from './sentences.ts';
import type { CallView, Item, SessionView } from './session-view.ts';

const MAX_NAMED = 3;
const MAX_ERROR = 100;

/** Files of a turn that still runs whose last edit was not applied: who goes on would take it for done. */
export function failedEdits({ turns }: SessionView): Item[] {
  const last = turns.at(-1);
  if (last === undefined || last.finished) return [];
  const newest = new Map<string, CallView>();
  // What the turn stands at is told elsewhere.
  const settled = last.calls.at(-1)?.call.result === 'open' ? last.calls.slice(0, -1) : last.calls;
  for (const entry of settled) {
    if (entry.call.action === 'edit') for (const path of entry.paths) newest.set(path, entry);
    // Another way to write it.
    else if (entry.call.command !== undefined) forget(newest, entry.call.command);
  }
  return [...newest]
    .flatMap(([path, entry]) => {
      const why = reasonOf(entry);
      return why === undefined ? [] : [{ text: `Not applied: the last edit of ${path}${why}`, from: fromOf(entry) }];
    })
    .slice(-MAX_NAMED);
}

function forget(newest: Map<string, CallView>, command: string): void {
  if (commandKind(command) === 'look') return;
  for (const path of newest.keys()) if (command.includes(path.slice(path.lastIndexOf('/') + 1))) newest.delete(path);
}

/** Undefined where it was applied. */
function reasonOf({ call }: CallView): string | undefined {
  if (call.result === 'failed') {
    const error = cutWords(errorLine(call.output ?? ''), MAX_ERROR);
    return error === '' ? ', which failed' : `: ${error}`;
  }
  if (call.result === 'interrupted') return ', which was called off';
  return call.result === 'open' ? ', as far as is known: it has no result' : undefined;
}

function fromOf({ turn }: CallView): NonNullable<Item['from']> {
  return { by: 'session', turn };
}
