import { type Check, checksOf, commandKind } from './command-kind.ts';
import { missingProgram } from './missing-programs.ts';
import { failedCheck, openFailures } from './open-failures.ts';
import type { CallView, SessionView } from './session-view.ts';

/** So many calls later only a check that failed still counts. */
const FORGOTTEN_AFTER = 15;

/** Failures that still say something: open ones, and those of what no end of a turn has told yet, where nothing mended them since. */
export function liveFailures(view: SessionView): ReadonlySet<CallView> {
  const told = view.turns.slice(0, -1).findLast(({ finished }) => finished)?.number ?? 0;
  const live = new Set<CallView>(openFailures(view));
  const later: Later = { passed: [], failed: [], answered: new Set() };
  for (const [at, entry] of [...view.calls.entries()].reverse()) {
    if (entry.turn <= told) break;
    const isNear = isCheck(entry) || view.calls.length - at <= FORGOTTEN_AFTER;
    if (entry.failed && isNear && !isOver(entry, later)) live.add(entry);
    note(later, entry);
  }
  return live;
}

interface Later {
  readonly passed: Check[];
  readonly failed: Check[];
  /** Tools of servers that did what they were asked. */
  readonly answered: Set<string>;
}

function note(later: Later, entry: CallView): void {
  const { command, tool, result } = entry.call;
  if (entry.failed && isCheck(entry)) later.failed.push(failedCheck(entry));
  if (entry.failed || result !== 'ok') return;
  if (command === undefined) later.answered.add(tool);
  else later.passed.push(...checksOf(command));
}

/** A check that failed passed on no less, or failed again on the same; of anything else, the like of it went well. */
function isOver(entry: CallView, later: Later): boolean {
  const { call } = entry;
  if (call.command === undefined) return later.answered.has(call.tool);
  if (missingProgram(call) !== undefined) return true;
  const { name, scope } = failedCheck(entry);
  if (isCheck(entry))
    return (
      later.passed.some((one) => one.name === name && one.scope.every((word) => scope.includes(word))) ||
      later.failed.some((one) => one.name === name && one.scope.join(' ') === scope.join(' '))
    );
  return later.passed.some((one) => one.name === name && (name.includes(' ') || one.scope[0] === scope[0]));
}

function isCheck({ call }: CallView): boolean {
  return ['test', 'build', 'lint'].includes(commandKind(call.command ?? ''));
}
