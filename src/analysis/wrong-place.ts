import { leadingPart } from './command-kind.ts';
import { withoutDirectory } from './command-outcome.ts';
import { cutWords } from './sentences.ts';
import { type CallView, type Item, nearPath, type SessionView } from './session-view.ts';
import { folderOf } from './where-run.ts';

const NOT_FOUND = /(?:^|[\s:])([\w.+-]+): command not found\s*$/m;
const NO_FILE =
  /pathspec '([^'\n]+)' did not match any|(?:^|[\s'"‘(])([\w@.][\w@./-]*\/[\w@./-]+)['"’]?: No such file or directory/m;

/** A command at the end that failed only for where it ran: the work is as it was before, and the command is due again. */
export function failedForPlace(view: SessionView): Item[] {
  const [last, entry] = [view.turns.at(-1), view.calls.at(-1)];
  if (last === undefined || last.turn.outcome !== 'open' || last.turn.steps.at(-1)?.kind !== 'tool') return [];
  if (entry === undefined || entry.turn !== last.number || !entry.failed) return [];
  const why = missing(entry) || elsewhere(entry, view);
  // The text of a message says nothing of where it failed.
  const command = withoutDirectory(entry.call.command ?? '').replace(/ (?:-m |-F )?"?\$\(cat\b[\s\S]*$/, '');
  return why === ''
    ? []
    : [{ text: `Run again \`${cutWords(command, MAX_COMMAND)}\`: ${why}`, from: { by: 'command', turn: last.number } }];
}

const MAX_COMMAND = 170;

/** What it is run for is there; without that, it needs another way. */
function missing({ call: { command = '', exitCode, output = '' } }: CallView): string {
  const name = exitCode === 127 ? NOT_FOUND.exec(output)?.[1] : undefined;
  return name === undefined || leadingPart(command).startsWith(name)
    ? ''
    : `it failed because \`${name}\` was not found`;
}

/** The path that is not there is known from the session's directory. */
function elsewhere({ call }: CallView, { calls, session: { cwd = '' } }: SessionView): string {
  const [, one, two] = NO_FILE.exec(call.output ?? '') ?? [];
  const path = one ?? two ?? '';
  const folder = folderOf(call, cwd);
  const isKnown = calls.some(({ call: { result }, paths }) => result === 'ok' && paths.includes(nearPath(path, cwd)));
  return folder === '' || path === '' || !isKnown
    ? ''
    : `it failed because it ran in ${folder}, and \`${path}\` is told from the root`;
}
