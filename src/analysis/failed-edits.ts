import { commandKind } from './command-kind.ts';
import { errorLine } from './command-outcome.ts';
import { cutWords } from './sentences.ts';
import type { CallView, Item, SessionView, TurnView } from './session-view.ts';

const MAX_NAMED = 3;
const MAX_ERROR = 100;
/** Of the text that was to go in: who goes on need not think of it again. */
const MAX_TEXT = 1200;

interface FailedEdit {
  readonly path: string;
  readonly entry: CallView;
  /** How often it was tried since the file was last written. */
  readonly times: number;
  /** Each time with the same text in place of the same. */
  readonly isSame: boolean;
}

/** Files of a turn that still runs whose last edit was not applied: who goes on would take it for done. */
export function failedEdits(view: SessionView): Item[] {
  return failedIn(view)
    .flatMap((failed) => {
      const why = reasonOf(failed.entry);
      const text = `Not applied: the last edit of ${failed.path}${triedOf(failed)}${why}`;
      return why === undefined ? [] : [{ text, from: { by: 'session' as const, turn: failed.entry.turn } }];
    })
    .slice(-MAX_NAMED);
}

/** What the agent said before an edit that failed is no step any more; the edit is. */
export function editsToRedo(view: SessionView): Item[] {
  const steps = view.turns.at(-1)?.turn.steps ?? [];
  const since = steps.slice(steps.findLastIndex((step) => step.kind === 'text') + 1);
  return failedIn(view)
    .filter(
      ({ entry: { call } }) => call.result === 'failed' && since.some((step) => 'call' in step && step.call === call),
    )
    .slice(-1)
    .map((failed) => ({
      text: `Redo the edit of ${failed.path}, which was not applied${triedOf(failed)}${reasonOf(failed.entry)}`,
      from: { by: 'session', turn: failed.entry.turn },
    }));
}

/** The text that the newest edit that failed was to put in, with its step: it stands in no file. */
export function textNotApplied(view: SessionView): { readonly step: number; readonly text: string }[] {
  const failed = failedIn(view)
    .filter(({ entry }) => entry.call.result === 'failed')
    .at(-1);
  const added = withoutIndent(failed?.entry.call.change?.added ?? '');
  const step = (view.turns.at(-1)?.turn.steps ?? []).findLastIndex(
    (one) => one.kind === 'tool' && one.call === failed?.entry.call,
  );
  if (failed === undefined || added.trim() === '' || step < 0) return [];
  const cut = added.length > MAX_TEXT ? `${added.slice(0, added.lastIndexOf('\n', MAX_TEXT))}\n…` : added;
  return [{ step, text: `The edit of ${failed.path} that was not applied was to put in:\n${cut}` }];
}

function failedIn({ turns }: SessionView): FailedEdit[] {
  const last = turns.at(-1);
  if (last === undefined || last.finished) return [];
  const tries = triesOf(last);
  return [...tries].flatMap(([path, entries]) => {
    const entry = entries.at(-1);
    const failed = entries.slice(entries.findLastIndex(({ call }) => call.result === 'ok') + 1);
    if (entry === undefined || reasonOf(entry) === undefined) return [];
    const [first] = failed;
    const isSame = failed.every(({ call }) => JSON.stringify(call.change) === JSON.stringify(first?.call.change));
    return [{ path, entry, times: failed.length, isSame }];
  });
}

/** The edits of each file, without those behind which it was written in another way; the file that was tried last comes last. */
function triesOf(last: TurnView): Map<string, CallView[]> {
  const tries = new Map<string, CallView[]>();
  // What the turn stands at is told elsewhere.
  const settled = last.calls.at(-1)?.call.result === 'open' ? last.calls.slice(0, -1) : last.calls;
  for (const entry of settled) {
    if (entry.call.action === 'edit') for (const path of entry.paths) append(tries, path, entry);
    else if (entry.call.command !== undefined) forget(tries, entry.call.command);
  }
  return tries;
}

function append(tries: Map<string, CallView[]>, path: string, entry: CallView): void {
  const before = tries.get(path) ?? [];
  tries.delete(path);
  tries.set(path, [...before, entry]);
}

function forget(tries: Map<string, CallView[]>, command: string): void {
  if (commandKind(command) === 'look') return;
  for (const path of tries.keys()) if (command.includes(path.slice(path.lastIndexOf('/') + 1))) tries.delete(path);
}

function triedOf({ times, isSame }: FailedEdit): string {
  return times < 2 ? '' : ` (tried ${times} times${isSame ? ' with the same text' : ''})`;
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

/** Without what stands before every line; the first one has lost it already. */
function withoutIndent(text: string): string {
  const [first = '', ...lines] = text.split('\n');
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)?.[0].length ?? 0);
  const least = Math.min(...indents);
  return [first.trimStart(), ...lines.map((line) => line.slice(least))].join('\n');
}
