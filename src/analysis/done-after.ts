import { commandKind, partOfKind } from './command-kind.ts';
import { cutWords } from './sentences.ts';
import { type CallView, isEdit, type TurnView } from './session-view.ts';
import { withSubjects } from './shown-command.ts';

const MAX_FILES = 4;
const MAX_DONE = 220;
const MAX_NAMED = 60;
const CHECKS = new Set(['test', 'build', 'lint', 'deliver', 'install']);

/** What the agent did after a text of a turn and before its next one: files, checks, deliveries, subagents; looks are no doing. */
export function doneAfter({ turn: { steps }, calls }: TurnView, at: number): string {
  const next = steps.findIndex((step, index) => index > at && step.kind === 'text');
  const between = steps.slice(at + 1, next < 0 ? steps.length : next);
  const made = new Set(between.flatMap((step) => (step.kind === 'tool' ? [step.call] : [])));
  const done = calls.filter(({ call }) => made.has(call));
  return cutWords([...editsIn(done), ...new Set(done.flatMap(doingOf))].join(' · '), MAX_DONE);
}

function editsIn(done: readonly CallView[]): string[] {
  const paths = [...new Set(done.filter(isEdit).flatMap((entry) => entry.paths))];
  if (paths.length === 0) return [];
  const more = paths.length > MAX_FILES ? ` and ${paths.length - MAX_FILES} more` : '';
  return [`edited ${paths.slice(0, MAX_FILES).map(shortName).join(', ')}${more}`];
}

/** An `index.ts` or `README.md` is told apart by its folder. */
function shortName(path: string): string {
  return path.split('/').slice(-2).join('/');
}

function doingOf({ call, failed }: CallView): string[] {
  if (call.action === 'agent')
    return [`started a subagent${call.description ? `: ${cutWords(call.description, MAX_NAMED)}` : ''}`];
  const kind = commandKind(call.command ?? '');
  if (call.command === undefined || !CHECKS.has(kind)) return [];
  const command = withSubjects(call.command);
  const part = partOfKind(command, kind) ?? command;
  const end = {
    ok: failed ? 'failed' : 'ok',
    failed: 'failed',
    refused: 'not permitted',
    open: 'not back yet',
    interrupted: 'interrupted',
  }[call.result];
  return [`\`${cutWords(part, MAX_NAMED)}\` ${end}`];
}
