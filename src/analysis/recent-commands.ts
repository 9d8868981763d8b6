import type { RecentCommand } from '../core/note.ts';
import type { ToolCall } from '../core/session.ts';
import { BOUNDS } from './bounds.ts';
import { checksOf, commandKind } from './command-kind.ts';
import { errorLine, hasTimedOut, isSlip, wasStopped, withoutCd, withoutDirectory } from './command-outcome.ts';
import { countHeadings, resultOf } from './command-result.ts';
import { liveFailures } from './live-failures.ts';
import { noiseOf, withoutNoise } from './repeated-noise.ts';
import { cutWords } from './sentences.ts';
import type { CallView, SessionView } from './session-view.ts';
import { shownCommand } from './shown-command.ts';

/** Whatever they are, these show what the session was at. */
const NEAREST = 5;

/** So many of the last turn say what they found out. */
const WITH_RESULT = 12;
const MEASURED = 6;

/** The last commands and how they ended, newest last, with the last one that failed and what those of the last turn found out. Looks around fill up only what is left. */
export function findRecentCommands(view: SessionView): RecentCommand[] {
  const newest = new Map<string, CallView>();
  for (const entry of view.calls) {
    const command = commandOf(entry);
    if (command === '') continue;
    newest.delete(command);
    newest.set(command, entry);
  }
  const live = liveFailures(view);
  const last = [...newest.values()].at(-1)?.turn;
  const known = [...newest.values()];
  const all = known.filter(
    (entry, at) =>
      (!entry.failed || live.has(entry) || (isLook(entry) && entry.turn === last)) &&
      !(isUntold(entry.call) && known.slice(at + 1).some((later) => tellsOfSame(later, entry))),
  );
  const failure = all.findLast(
    (entry) => (live.has(entry) && !isLook(entry) && !isSlip(entry.call)) || denial(entry) !== '',
  );
  const results = resultsOf(all, view);
  const byWorth = [
    ...(failure === undefined ? [] : [failure]),
    ...all.slice(-NEAREST).reverse(),
    ...results.keys(),
    ...all.filter((entry) => !isLook(entry)).reverse(),
    ...all.filter(isLook).slice(-NEAREST).reverse(),
  ];
  const kept = new Set([...new Set(byWorth)].slice(0, BOUNDS.commands.count));
  return all
    .filter((entry) => kept.has(entry))
    .map((entry) => {
      const { error, ...record } = recordOf(entry, view.session.cwd);
      if (error !== undefined) return { ...record, error };
      const result = results.get(entry);
      return result === undefined ? record : { ...record, result };
    });
}

function isUntold({ result }: ToolCall): boolean {
  return result === 'open' || result === 'interrupted';
}

/** A later run of the same check has a result. */
function tellsOfSame({ call }: CallView, { call: untold }: CallView): boolean {
  if (isUntold(call) || call.result === 'refused') return false;
  const names = checksOf(call.command ?? '').map(({ name }) => name);
  const wanted = checksOf(untold.command ?? '');
  return wanted.length > 0 && wanted.every(({ name }) => names.includes(name));
}

/** What was run: a command line, or a tool of an MCP server with what it was asked. */
function commandOf({ call }: CallView): string {
  if (call.action === 'command') return (call.command ?? '').trim();
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(call.tool) ?? [];
  return server === undefined || server === OWN_SERVER ? '' : `${server} ${tool} ${call.description ?? ''}`.trim();
}

const OWN_SERVER = 'checkpoint';

/** What the commands of the last turn that ran any, and of turns that nobody closed, found out, newest first; what measured several things before all. */
function resultsOf(all: readonly CallView[], view: SessionView): Map<CallView, string> {
  const { calls, turns } = view;
  const noise = noiseOf(view);
  const closed = turns.findLast(({ finished }) => finished)?.number ?? 0;
  const from = Math.min(all.at(-1)?.turn ?? 0, closed + 1);
  // Not every agent's transcript has what commands print; then nothing printed means nothing.
  if (!calls.some((entry) => commandOf(entry) !== '' && entry.call.output)) return new Map();
  const told = all
    .filter((entry) => entry.turn >= from && hasAnswered(entry))
    .map((entry): [CallView, string] => [entry, isShared(entry, calls) ? '' : resultOf(quiet(entry.call, noise))])
    .filter(([, result]) => result !== '')
    .reverse();
  const measured = told
    .map((one) => ({ one, headings: countHeadings(one[0].call.output ?? '') }))
    .filter(({ headings }) => headings > 1)
    .sort((a, b) => b.headings - a.headings)
    .map(({ one }) => one);
  return new Map([...new Map([...measured.slice(0, MEASURED), ...told])].slice(0, WITH_RESULT));
}

function quiet(call: ToolCall, noise: ReadonlySet<string>): ToolCall {
  return call.output === undefined ? call : { ...call, output: withoutNoise(call.output, noise) };
}

const MIN_SHARED = 40;

/** What several commands of a batch printed together is told of none: nobody can say which printed what. */
function isShared({ call, turn }: CallView, calls: readonly CallView[]): boolean {
  const { output = '', command } = call;
  return (
    output.length >= MIN_SHARED &&
    calls.some((other) => other.turn === turn && other.call.output === output && other.call.command !== command)
  );
}

/** A look answers also with a status that is not 0. */
function hasAnswered(entry: CallView): boolean {
  const { result } = entry.call;
  if (isLook(entry)) return result === 'ok' || result === 'failed';
  return result === 'ok' && !entry.failed;
}

/** A look that found nothing is one; a program that is not there is not. */
function isLook({ call }: CallView): boolean {
  return commandKind(call.command ?? '') === 'look' && call.exitCode !== NO_PROGRAM;
}

const NO_PROGRAM = 127;

/** Why a rule or a classifier said no, which the next session will hear again; a person says why in a prompt. */
function denial({ call }: CallView): string {
  if (call.result !== 'refused') return '';
  const [, reason = ''] =
    /^Permission for this action .{0,120}?\. Reason: ([\s\S]+?)(?:\.? If you have other tasks|$)/.exec(
      call.output ?? '',
    ) ?? [];
  return cutWords(reason, 110);
}

const BY_THE_USER = 'rejected by the user';

function recordOf(entry: CallView, cwd: string | undefined): RecentCommand {
  const { call } = entry;
  const command = cutWords(
    shownCommand(withoutDirectory(withoutCd(commandOf(entry), cwd))),
    BOUNDS.commands.length - 120,
  );
  if (call.result === 'refused') {
    const error = denial(entry);
    const result = /^The user doesn['’]t want to/.test(call.output ?? '') ? { result: BY_THE_USER } : {};
    return { command, outcome: 'refused', ...(error === '' ? result : { error }) };
  }
  if (hasTimedOut(call)) return { command, outcome: 'unfinished', error: lastPrinted(call) };
  if (call.result === 'open' || call.result === 'interrupted' || wasStopped(call))
    return { command, outcome: 'unfinished' };
  return { command, ...endOf(entry) };
}

/** What a command had come to when the tool waited no longer. */
function lastPrinted({ output = '' }: ToolCall): string {
  const [first = '', ...lines] = output.split('\n').map((line) => line.trim());
  const last = lines.findLast((line) => /\w/.test(line)) ?? '';
  return cutWords(
    `${/timed out after [\d.]+ ?\w+(?: [\d.]+s)?/i.exec(first)?.[0] ?? 'timed out'}${last === '' ? '' : `, last printed: ${last}`}`,
    160,
  );
}

function endOf(entry: CallView): Omit<RecentCommand, 'command'> {
  const { call, failed } = entry;
  const exit = call.exitCode === undefined ? {} : { exit: call.exitCode };
  if (!failed) return call.exitCode === undefined ? { outcome: 'ok' } : exit;
  // A look that found nothing has no error, and a slip of the quotes was seen at once.
  const error = isLook(entry) || isSlip(call) ? '' : cutWords(errorLine(call.output ?? ''), 110);
  return {
    ...exit,
    // The status of a pipe is that of its last command.
    ...(call.exitCode === undefined || call.exitCode === 0 ? { outcome: 'failed' as const } : {}),
    ...(error === '' ? {} : { error }),
  };
}
