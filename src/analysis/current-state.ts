import { BOUNDS, bounded } from './bounds.ts';
import { callObject } from './call-object.ts';
import { type ChangedFile, uncommittedWords } from './changes.ts';
import { withoutDirectory } from './command-outcome.ts';
import { findDeliveries, isKept, unpushed } from './deliveries.ts';
import { detached } from './detached.ts';
import { editedElsewhere } from './edited-elsewhere.ts';
import { failedEdits } from './failed-edits.ts';
import { inFlight } from './in-flight.ts';
import { lastChecks } from './last-checks.ts';
import { missingPrograms } from './missing-programs.ts';
import { notPushed } from './not-pushed.ts';
import { planMode } from './plan-mode.ts';
import { pullRequests } from './pull-requests.ts';
import { recapLine } from './recap.ts';
import { newRemotes } from './remotes.ts';
import { cutWords } from './sentences.ts';
import { servers } from './servers.ts';
import { type CallView, type Item, isEdit, type SessionView, type TurnView } from './session-view.ts';
import { shownCommand } from './shown-command.ts';
import type { TaskList } from './task-list.ts';
import { isTurnedDown } from './waiting.ts';
import { workElsewhere } from './work-elsewhere.ts';

/** Where things stand: what was finished, the last checks, what was delivered, the agent's last words, the tree. */
export function findCurrentState(view: SessionView, tasks: TaskList, changes: readonly ChangedFile[]): Item[] {
  return bounded(
    [
      ...howItEnded(view),
      ...planMode(view),
      ...failedEdits(view),
      ...stillRunning(view),
      ...detached(view),
      ...servers(view),
      ...recapLine(view),
      ...lastChecks(view),
      ...missingPrograms(view),
      ...longTaskList(tasks),
      ...delivered(view),
      ...finished(view, tasks),
      ...endOfTurn(view),
      tree(changes),
      ...editedElsewhere(view),
      ...elsewhere(view),
    ],
    BOUNDS.current_state,
  );
}

const MAX_EDITED = 6;
/** The present turn, and the two before it. */
const LAST_TURNS = 2;
const COMMITS = /\bgit\b.{0,80}\bcommit\b/;

function howItEnded(view: SessionView): Item[] {
  const last = view.turns.at(-1);
  if (last === undefined || last.kind === 'nothing') return [];
  const rejected = rejection(view, last);
  if (rejected !== undefined) return [{ text: rejected, from: { by: 'session', turn: last.number } }];
  if (last.finished) return [];
  if (last.turn.outcome === 'open' && last.turn.steps.length === 0)
    return [{ text: 'The last request is not begun', from: { by: 'session', turn: last.number } }];
  // In a turn that nobody stopped, a call that was called off did not run.
  const doing = last.calls.findLast(({ call }) => last.turn.outcome !== 'open' || call.result !== 'interrupted');
  // What was committed since is told as a commit.
  const kept = last.calls.findLastIndex(({ call, failed }) => !failed && COMMITS.test(call.command ?? ''));
  const edits = last.calls.slice(kept + 1).filter(isEdit);
  const edited = [...new Set(edits.flatMap(({ paths }) => paths))].slice(-MAX_EDITED);
  const done = edited.length < 2 ? '' : `, edited so far: ${edited.join(', ')}`;
  const at =
    doing === undefined
      ? ''
      : `${done}, last step: ${describeStep(doing)}${isBackUntold(doing, view) ? ', which came back and is not reported yet' : ''}`;
  const how = {
    interrupted: 'The user interrupted the last turn',
    'api-error': 'An API error ended the last turn',
    open: 'The last turn is unfinished',
  };
  return [
    {
      text: `${how[last.turn.outcome === 'done' ? 'open' : last.turn.outcome]}${at}`,
      from: { by: 'session', turn: last.number },
    },
  ];
}

/** A subagent whose report stands in the transcript, with nothing after it. */
function isBackUntold({ call }: CallView, { session: { subagents } }: SessionView): boolean {
  return call.action === 'agent' && call.result === 'ok' && subagents.at(-1)?.result !== undefined;
}

/** A rule said no, and not the user. */
const BY_RULE =
  /^Permission (?:to use|for this)|^Claude requested permissions|haven['’]t granted|\bpolicy\b|due to risk|^automatic/i;

/** What the user said no to last; without it, a plan that was shown is read as one that holds. */
function rejection({ session }: SessionView, { calls }: TurnView): string | undefined {
  const last = calls.at(-1);
  if (last === undefined || !isTurnedDown(last)) return undefined;
  if (BY_RULE.test(last.call.output ?? '')) return undefined;
  const title = /^#+ +(?:Plan: *)?(.+)$/m.exec(session.plans.at(-1)?.text ?? '')?.[1];
  const plan = title === undefined ? 'the plan' : `the plan “${cutWords(title, 100)}”`;
  return `The user rejected ${last.call.action === 'plan' ? plan : describeStep(last)}: nothing of it is applied`;
}

/** In a turn that nobody stopped: what it started beside its last step, which nobody should start again. */
function stillRunning(view: SessionView): Item[] {
  const last = view.turns.at(-1);
  if (last === undefined || last.finished || last.turn.outcome !== 'open') return [];
  const running = inFlight(view);
  const isLastStep = running.length === 1 && last.calls.at(-1)?.call.result === 'open';
  if (running.length === 0 || isLastStep) return [];
  return [{ text: `Started and not back yet: ${running.join('; ')}`, from: { by: 'session', turn: last.number } }];
}

/** Without it, the request that was answered last would be read as one that is open. */
function endOfTurn(view: SessionView): Item[] {
  const last = view.turns.at(-1);
  if (last === undefined || !last.finished || last.kind === 'nothing') return [];
  const from = { by: 'session', turn: last.number } as const;
  const running = inFlight(view);
  if (running.length > 0) return [{ text: `Started and not back when the turn ended: ${running.join('; ')}`, from }];
  return [{ text: 'The agent finished its last turn', from }];
}

const MAX_COMMAND = 200;
const MAX_STEP = 170;

function describeStep(entry: CallView): string {
  const { call } = entry;
  if (call.command !== undefined) return `\`${cutWords(shownCommand(withoutDirectory(call.command)), MAX_COMMAND)}\``;
  if (call.action === 'agent')
    return `a subagent${call.description === undefined ? '' : `: ${cutWords(call.description, 120)}`}`;
  return cutWords(`${call.tool} ${callObject(entry)}`.trim(), MAX_STEP);
}

/** The next actions hold only so many tasks; how many there are must not be taken from them then. */
function longTaskList({ openInAll }: TaskList): Item[] {
  if (openInAll < BOUNDS.next_actions.count) return [];
  return [{ text: `Open on the task list: ${openInAll} tasks in all`, from: { by: 'tasks' } }];
}

function delivered(view: SessionView): Item[] {
  const deliveries = findDeliveries(view);
  const commits = deliveries.filter(isKept).slice(-5);
  const pushes = deliveries.filter(({ what }) => what === 'push').slice(-1);
  const failed = unpushed(view);
  return [
    ...commits.map(({ text, turn, id, place }) => ({
      text: `Committed${id === undefined ? '' : ` ${id}`}${place === undefined ? '' : ` in ${place}`}: ${text}`,
      from: { by: 'command', turn } as const,
    })),
    ...(failed === undefined ? notPushed(view) : []),
    ...pushes.map(({ turn, place }) => ({
      text: `Pushed in turn ${turn}${place === undefined ? '' : ` from ${place}`}`,
      from: { by: 'command', turn } as const,
    })),
    ...newRemotes(view),
    ...pullRequests(view),
    ...(failed === undefined
      ? []
      : [{ text: `Not pushed: ${failed.text}`, from: { by: 'command', turn: failed.turn } as const }]),
  ];
}

/** Of the list in use alone: of one that gave way to another, or that nobody touched in the last turns, neither what was done nor what was forgotten says anything about now. */
function finished(view: SessionView, tasks: TaskList): Item[] {
  const kept = view.calls.findLast(({ call }) => call.action === 'plan')?.turn;
  const isOld = kept !== undefined && kept < view.turns.length - LAST_TURNS;
  const earlier = view.session.todos.length === 0 ? [] : (view.session.finished ?? []);
  const listed = tasks.done.filter(({ text }) => !earlier.includes(text));
  const done = listed.slice(-12).map(({ text }) => ({ text: `Done: ${text}`, from: { by: 'tasks' } as const }));
  const forgotten = tasks.abandoned.map(({ text }) => ({
    text: `Never ticked off: ${text}`,
    from: { by: 'tasks' } as const,
  }));
  const back = tasks.handedBack.map(({ text }) => ({
    text: `Its subagents have all reported, not ticked off yet: ${text}`,
    from: { by: 'tasks' } as const,
  }));
  return isOld ? back.slice(0, 4) : [...done, ...back.slice(0, 4), ...forgotten.slice(0, 4)];
}

function tree(changes: readonly ChangedFile[]): Item {
  return { text: uncommittedWords(changes), from: { by: 'git' } };
}

function elsewhere(view: SessionView): Item[] {
  const place = workElsewhere(view);
  if (place === undefined) return [];
  return [{ text: `Git was last used in ${place}, which this says nothing about`, from: { by: 'session' } }];
}
