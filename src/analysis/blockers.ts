import { BOUNDS, bounded } from './bounds.ts';
import { type Check, checkOf, checksOf, commandKind, leadingCheck, partOfKind } from './command-kind.ts';
import { errorLine, withoutCd } from './command-outcome.ts';
import { cutWords, splitSentences, withoutPastes } from './sentences.ts';
import type { CallView, Item, SessionView } from './session-view.ts';

const STUCK =
  /\b(?:i(?:['’]m| am) blocked|blocked (?:by|on|until)|can(?:['’]?t|not) (?:proceed|continue|go on)|unable to (?:proceed|continue|complete|access)|waiting (?:for|on) (?:you|your|the user)|(?:need|requires?) (?:your (?:input|approval|permission|credentials|decision)|access to))\b/i;

/** What stands in the way: failures nobody mended, refusals, open questions, limits of the model's API. */
export function findBlockers(view: SessionView): Item[] {
  return bounded(
    [
      ...failing(view).map((entry) => describeFailure(entry, view.session.cwd)),
      ...refused(view),
      ...openQuestions(view),
      ...apiTrouble(view),
      ...stuck(view),
    ],
    BOUNDS.blockers,
  );
}

/** Commands whose last word is a failure, newest first. */
function failing(view: SessionView): CallView[] {
  const commands = view.calls.filter(({ call }) => call.action === 'command' && call.command !== undefined);
  const first = commands.findIndex(({ failed }) => failed);
  const passed: Passed = { whole: new Set(), inPart: new Set() };
  const open: { readonly name: string; readonly entry: CallView }[] = [];
  // From the end on, what came later is known, and each command is looked at once.
  for (const [later, entry] of commands.slice(first).reverse().entries()) {
    if (!entry.failed) notePassed(passed, entry);
    else if (matters(entry, later)) {
      const check = failedCheck(entry);
      if (!isSettled(check, passed)) open.push({ name: check.name, entry });
    }
  }
  return [...new Map(open.reverse().map(({ name, entry }) => [name, entry])).values()].reverse();
}

/** A look around that found nothing blocks nobody; another command does while hardly anything came after it. */
function matters(entry: CallView, later: number): boolean {
  const kind = commandKind(entry.call.command ?? '');
  if (kind === 'look' || entry.call.exitCode === 130) return false;
  return kind !== 'other' || later < 3;
}

/** Names of checks that passed, on everything or on a part of it. */
interface Passed {
  readonly whole: Set<string>;
  readonly inPart: Set<string>;
}

function notePassed({ whole, inPart }: Passed, { call }: CallView): void {
  if (call.result !== 'ok') return;
  for (const { name, scope } of checksOf(call.command ?? '')) (scope.length === 0 ? whole : inPart).add(name);
}

/** A later success of the same check, on the same or on more. */
function isSettled({ name, scope }: Check, { whole, inPart }: Passed): boolean {
  return whole.has(name) || (scope.length > 0 && inPart.has(name));
}

/** Of `build && test` it was the test that failed, when a test reports a failure. */
export function failedCheck({ call }: CallView): Check {
  const command = call.command ?? '';
  const test = partOfKind(command, 'test');
  return test !== undefined && /FAIL|\bfail(?:ed|ing)\b|not ok/.test(call.output ?? '')
    ? checkOf(test)
    : leadingCheck(command);
}

function describeFailure({ call, turn }: CallView, cwd: string | undefined): Item {
  const exit = call.exitCode === undefined || call.exitCode === 0 ? '' : ` (exit ${call.exitCode})`;
  const error = errorLine(call.output ?? '');
  const command = cutWords(withoutCd(call.command ?? '', cwd), 160);
  const text = `\`${command}\` failed${exit}${error === '' ? '' : `: ${error}`}`;
  return { text, from: { by: 'command', turn, command } };
}

function refused(view: SessionView): Item[] {
  const last = view.turns.length;
  return view.calls
    .filter(({ call, turn }) => call.result === 'refused' && turn >= last - 1)
    .filter(
      ({ call, turn }) =>
        !view.calls.some((next) => next.turn >= turn && isSameCall(next, call) && next.call.result === 'ok'),
    )
    .map(({ call, paths, turn }) => ({
      text: `Not permitted: ${cutWords(call.command ?? [call.tool, ...paths].join(' '), 200)}`,
      from: { by: 'session', turn },
    }));
}

function isSameCall({ call: other }: CallView, call: CallView['call']): boolean {
  return other.tool === call.tool && other.command === call.command && other.paths.join() === call.paths.join();
}

function openQuestions(view: SessionView): Item[] {
  return view.session.answers
    .filter(({ answer }) => answer === undefined)
    .slice(-3)
    .map(({ question }) => ({ text: `Open question: ${question}`, from: { by: 'question' } }));
}

function apiTrouble(view: SessionView): Item[] {
  const last = view.turns.at(-1);
  if (last?.turn.outcome !== 'api-error') return [];
  return [
    {
      text: `The model's API stopped the session: ${last.turn.error ?? 'unknown error'}`,
      from: { by: 'session', turn: last.number },
    },
  ];
}

function stuck(view: SessionView): Item[] {
  const last = view.turns.at(-1);
  if (last === undefined) return [];
  return splitSentences(withoutPastes(last.closing))
    .filter((sentence) => STUCK.test(sentence))
    .slice(0, 2)
    .map((sentence) => ({ text: `Agent: ${sentence}`, from: { by: 'agent', turn: last.number } }));
}
