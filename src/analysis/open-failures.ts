import {
  type Check,
  checkOf,
  checksOf,
  commandKind,
  kindsOf,
  leadingCheck,
  leadingPart,
  partOfKind,
} from './command-kind.ts';
import { isSlip } from './command-outcome.ts';
import { failedPush } from './deliveries.ts';
import { missingProgram } from './missing-programs.ts';
import { hasPushed } from './pushes.ts';
import { lineRun } from './scripts-run.ts';
import { type CallView, isEdit, type SessionView } from './session-view.ts';

/** So many calls later, in another turn, nobody came back to it: it did not matter. */
const EXPIRES_AFTER = 30;

/** Commands whose last word is a failure, newest first, each check once. */
export function openFailures(view: SessionView): CallView[] {
  const last = view.turns.length;
  const later: Later = {
    passed: new Set(),
    passedInPart: new Set(),
    green: false,
    delivered: false,
    pushed: false,
    ends: new Set(),
    calls: 0,
  };
  const open = new Map<string, CallView>();
  let fixed = false;
  // From the end on, what came later is known, and each call is looked at once.
  for (const entry of view.calls.toReversed()) {
    later.calls += 1;
    // An edit, and then a check that passed or a commit that its hooks let through.
    if (isEdit(entry)) fixed ||= later.green || later.delivered;
    if (entry.call.action !== 'command' || entry.call.command === undefined) continue;
    later.pushed ||= hasPushed(entry);
    if (!entry.failed) {
      noteSuccess(later, entry, lineRun(view, entry.call));
      continue;
    }
    const check = failedCheck(entry);
    const isOpen = matters(entry, later) && !isSettled(entry, check, later) && !fixed;
    const isForgotten = entry.turn < last && (later.calls > EXPIRES_AFTER || wasTalkedOver(entry, last));
    if (isOpen && !isForgotten && !open.has(check.name)) open.set(check.name, entry);
  }
  return [...open.values()];
}

/** A commit or a push that failed is what the agent reports and the user answers to; two turns later that is done. */
function wasTalkedOver({ call, turn }: CallView, last: number): boolean {
  return commandKind(call.command ?? '') === 'deliver' && turn < last - 1;
}

/** What came after a call. */
interface Later {
  readonly passed: Set<string>;
  readonly passedInPart: Set<string>;
  /** Some test, build or lint passed. */
  green: boolean;
  /** Something was committed. */
  delivered: boolean;
  /** Something was pushed: the work goes on from there. */
  pushed: boolean;
  /** With what lines ended that went well or are under way. */
  readonly ends: Set<string>;
  calls: number;
}

/** What a line ends with: with `cd` or a path before it put right, it is the same try. */
function endOfLine(command: string): string {
  return kindsOf(command).findLast(({ kind }) => kind !== 'look')?.text ?? '';
}

function noteSuccess(later: Later, { call }: CallView, command: string): void {
  if (call.result === 'ok' || call.result === 'open') later.ends.add(endOfLine(call.command ?? ''));
  if (call.result !== 'ok') return;
  for (const { name, scope } of checksOf(command)) (scope.length === 0 ? later.passed : later.passedInPart).add(name);
  later.green ||= ['test', 'build', 'lint'].includes(commandKind(command));
  later.delivered ||= /\bgit\b.{0,40}\b(?:commit|merge --continue|rebase --continue|cherry-pick --continue)\b/.test(
    command,
  );
}

/** A look around that found nothing blocks nobody; another command, or a program that is not there, does while hardly anything came after it. */
function matters(entry: CallView, later: Later): boolean {
  const kind = commandKind(entry.call.command ?? '');
  if (kind === 'look' || isSlip(entry.call)) return false;
  // What became of a commit or a push is what the agent looks at next and reports.
  const isCheck = kind !== 'other' && kind !== 'deliver' && missingProgram(entry.call) === undefined;
  return isCheck || later.calls <= 3;
}

/** A later success of the same check, or of one that could not succeed without it. */
function isSettled({ call }: CallView, { name, scope }: Check, later: Later): boolean {
  if (later.pushed || later.passed.has(name) || (scope.length > 0 && later.passedInPart.has(name))) return true;
  const end = endOfLine(call.command ?? '');
  if (end !== '' && later.ends.has(end)) return true;
  const part = leadingPart(call.command ?? '');
  const kind = commandKind(call.command ?? '');
  if (kind === 'build') return [...later.passed, ...later.passedInPart].some((other) => commandKind(other) === 'test');
  return /\bgit\b.{0,40}\b(?:merge|rebase|cherry-pick|am|revert|pull|commit|stash)\b/.test(part) && later.delivered;
}

/** Of `build && test` it was the test that failed, when a test reports a failure; a runner may name the script that failed. */
export function failedCheck(entry: CallView): Check {
  const { command = '', output = '' } = entry.call;
  const push = failedPush(entry);
  if (push !== undefined) return checkOf(push);
  const script = /^error: script "?([\w:.-]+)"? exited with code/m.exec(output)?.[1];
  const named = checksOf(command).find(({ name }) => script !== undefined && name.endsWith(` ${script}`));
  if (named !== undefined) return named;
  const behind = failedBehind(command, output);
  if (behind !== undefined) return checkOf(behind);
  const test = partOfKind(command, 'test');
  return test !== undefined && /FAIL|\bfail(?:ed|ing)\b|not ok/.test(output) ? checkOf(test) : leadingCheck(command);
}

const TEST_FAILED = /^\s*(?:--- )?FAIL\b|^\s*not ok \d|\b[1-9]\d* (?:failed|failing|failures?)\b/m;
const TEST_PASSED = /^ok\s+\S+\s|\b[1-9]\d* pass(?:ed|ing)?\b/m;

/** `go test ./... && git rebase main`: where the tests passed, it was what stands behind them. */
function failedBehind(command: string, output: string): string | undefined {
  if (TEST_FAILED.test(output) || !TEST_PASSED.test(output)) return undefined;
  const all = kindsOf(command);
  return all.slice(all.findLastIndex(({ kind }) => kind === 'test') + 1).find(({ kind }) => kind === 'deliver')?.text;
}
