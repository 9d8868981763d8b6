import type { Todo } from '../core/session.ts';
import { aboutToDo, doneSince } from './about-to-do.ts';
import { BOUNDS, bounded } from './bounds.ts';
import { pendingTasks } from './compaction.ts';
import { editedTasks, MANY_EDITS } from './edited-tasks.ts';
import { editsToRedo } from './failed-edits.ts';
import { lastLooks } from './last-looks.ts';
import { thoughtItem } from './last-thought.ts';
import { leftOpen } from './left-open.ts';
import { namedSteps } from './named-steps.ts';
import { openPlanSteps, planFile, takesPlan } from './open-plan-steps.ts';
import { orderedDeliveries } from './ordered-deliveries.ts';
import { plainWords } from './plain-words.ts';
import { nextOfRecap } from './recap.ts';
import { retries } from './retries.ts';
import { isSameWork } from './same-work.ts';
import { cutWords, subjectWords } from './sentences.ts';
import { type CallView, type Item, isEdit, type SessionView, type TurnView } from './session-view.ts';
import { isWithSubagent, subagentTasks } from './subagent-tasks.ts';
import { editsSinceList, isUntouched, type TaskList } from './task-list.ts';
import { unanswered, withoutResult, writtenOver } from './unanswered.ts';
import { unchecked } from './unchecked.ts';
import { unverified } from './unverified.ts';
import { waitsForUser } from './waiting.ts';
import { failedForPlace } from './wrong-place.ts';

/** What comes next: open tasks, the agent's question, what it was about to do, and what its last words leave open. */
export function findNextActions(view: SessionView, tasks: TaskList): Item[] {
  const last = view.turns.at(-1);
  if (last === undefined) return [];
  // Of several tasks in progress nobody knows which one an edit is for.
  const isOne = tasks.open.filter(({ status, owner }) => status === 'in_progress' && owner === undefined).length === 1;
  const since = isOne || isUntouched(view) ? namesOf(editsSinceList(view)) : '';
  const own = tasks.open.filter((todo) => !isWithSubagent(view, todo));
  const edited = new Map(
    last.finished ? [] : editedTasks(own, editsSinceList(view)).map(({ todo, named }) => [todo, named]),
  );
  const todos = own.map((todo) => ({ text: taskText(todo, since, edited.get(todo)), from: { by: 'tasks' as const } }));
  const spoken = view.turns.findLast((turn) => turn.closing !== '');
  const isBehind = todos.length > 0 && isOldList(view);
  // What the user says next is the answer.
  const waiting = isNotBegun(last) ? [] : waitsForUser(view);
  const pending = waiting.length > 0 ? [] : withoutResult(last);
  const isOver = waiting.length + pending.length > 0;
  const announced = isOver ? [] : announcedIn(view, isBehind).filter(({ text }) => !isListed(text, tasks, isBehind));
  const thought = isOver || announced.length > 0 ? [] : thoughtItem(last);
  const isAnnounced = ({ text }: Item) => announced.some((one) => plainWords(text).endsWith(plainWords(one.text)));
  const open = spoken === last ? leftOpen(last).filter((item) => !isAnnounced(item)) : [];
  const asked = open.filter(({ text }) => text.startsWith(ASKED));
  const items = [
    ...(todos.length > 0 ? notBegun(view, last) : []),
    ...waiting,
    ...asked,
    ...nextOfRecap(view).filter(({ text }) => !open.some((item) => isSameWork(text, item.text))),
    ...pending,
    ...subagentTasks(view),
    ...(isBehind ? [...announced, ...todos] : [...todos, ...announced]),
    ...passedItems(tasks, last),
    ...planSteps(view, tasks),
    ...namedSteps(view),
    ...open.filter((item) => !asked.includes(item)),
    ...summarized(view),
  ];
  // A list that the agent keeps has what it still wants to do.
  const over = todos.length > 0 ? [] : writtenOver(view);
  return bounded(
    [...thought, ...withChecks(view, items, thought), ...over, ...unverified(view, items)],
    BOUNDS.next_actions,
  );
}

/** With what is to be run and delivered; the request itself says what is next only while nothing says it better. */
function withChecks(view: SessionView, items: readonly Item[], thought: readonly Item[]): Item[] {
  const last = view.turns.at(-1);
  if (last === undefined) return [...items];
  const isOnlyTried = takesPlan(last) && unverified(view, items).length > 0;
  const found = items.length > 0 || isOnlyTried ? items : unanswered(view, last);
  return [...found, ...unchecked(view, [...thought, ...found]), ...orderedDeliveries(view, found)];
}

/** What the agent said that it does next, as long as it has not done so: what is begun may be done. */
function announcedIn(view: SessionView, isBehind: boolean): Item[] {
  const last = view.turns.at(-1);
  if (last === undefined) return [];
  const again = [...retries(last), ...failedForPlace(view), ...editsToRedo(view)];
  if (again.length > 0) return again;
  const isOver = isBehind ? hasGoneOn(last) : doneSince(last) !== '';
  return isOver ? [] : aboutToDo(last);
}

/** A list says nothing about what was asked for after it. */
function notBegun(view: SessionView, last: TurnView): Item[] {
  return isNotBegun(last) ? unanswered(view, last) : [];
}

function isNotBegun({ turn, kind }: TurnView): boolean {
  return turn.steps.length === 0 && kind !== 'nothing';
}

/** Nothing goes on before it is answered; an offer can wait. */
const ASKED = 'Waiting for the user: ';

/** Whether the list says it already; one that is behind says at least what is in progress. */
function isListed(text: string, { open }: TaskList, isBehind: boolean): boolean {
  if (open.length > 0 && ABOUT_LIST.test(text)) return true;
  if (!isBehind) return open.some((todo) => isSameWork(text, taskText(todo, '')));
  return open.some((todo) => todo.status === 'in_progress' && isSameWork(text, todo.text));
}

/** `Create a todo list to track our progress`: keeping the list is no work. */
const ABOUT_LIST = /\b(?:to-?do|task) ?lists?\b/i;

/** Files were edited, and the agent spoke again, since it last looked at its list: what it says is newer. */
function isOldList(view: SessionView): boolean {
  const said = view.turns.at(-1)?.turn.steps.findLast((step) => step.kind === 'text');
  return said?.kind === 'text' && editsSinceList(view).some((entry) => entry.said !== said.text);
}

/** Several files were edited since the agent spoke: what it said is done, or another thing is. */
function hasGoneOn({ calls, turn: { steps } }: TurnView): boolean {
  const said = steps.findLastIndex((step) => step.kind === 'text');
  const since = new Set(steps.slice(said + 1).flatMap((step) => (step.kind === 'tool' ? [step.call] : [])));
  const edits = calls.filter((entry) => since.has(entry.call) && isEdit(entry));
  return new Set(edits.flatMap(({ paths }) => paths)).size > MAX_OF_ONE_STEP;
}

const MAX_OF_ONE_STEP = 3;

/** A task with what the agent wrote down about it. */
function taskText({ text, status, description = '', owner }: Todo, since: string, edit?: CallView): string {
  const more =
    description === '' || addsNothing(description, text) ? '' : ` — ${cutWords(description, MAX_DESCRIPTION)}`;
  const state = [
    status === 'in_progress' ? `in progress${owner === undefined ? since : ''}` : '',
    owner === undefined ? '' : `with ${owner}`,
    status === 'pending' && edit !== undefined
      ? `perhaps done: ${shortPath(edit.paths[0] ?? '')} was edited since`
      : '',
  ];
  const remark = state.filter((words) => words !== '').join(', ');
  return `${text}${remark === '' ? '' : ` (${remark})`}${more}`;
}

/** The files that were edited last, for a task that may be over by now. */
function namesOf(edits: readonly CallView[]): string {
  if (edits.length === 0) return '';
  const names = edits.flatMap(({ paths }) => paths).map(shortPath);
  const last = [...new Set(names)].slice(-MAX_EDITED).join(', ');
  return edits.length > MANY_EDITS
    ? `; the list was last touched ${edits.length} edits ago, and edited last: ${last}`
    : `; edited since: ${last}`;
}

/** What the agent went past without ticking it off; of a list that has nothing else, also where the agent is. */
function passedItems({ passed, open }: TaskList, last: TurnView): Item[] {
  if (passed.length === 0) return [];
  const isAll = open.length === 0;
  const looks = isAll ? lastLooks(last) : '';
  const lead = isAll ? ALL_PASSED : PASSED;
  const room = Math.floor((BOUNDS.next_actions.length - lead.length) / passed.length) - 2;
  const names = passed.map(({ text }) => cutWords(text, room)).join('; ');
  return [
    ...(looks === '' ? [] : [{ text: `${LOOKED}${looks}`, from: { by: 'agent' as const, turn: last.number } }]),
    { text: `${lead}${names}`, from: { by: 'tasks' } },
  ];
}

const PASSED = 'Probably done, though not ticked off: ';
const ALL_PASSED = 'Check, then tick off, as all of the list seems done: ';
const LOOKED = 'Go on where the agent looked last, after its edits: ';

const MAX_EDITED = 5;
const MAX_PATH = 40;

/** A plugin has a `plugin.json` for every client: the folder tells them apart. */
function shortPath(path: string): string {
  return path.length <= MAX_PATH ? path : path.split('/').slice(-2).join('/');
}

/** A description may say the title again before it goes on. */
function addsNothing(description: string, title: string): boolean {
  const known = subjectWords(title);
  return [...subjectWords(description)].filter((word) => !known.has(word)).length < MIN_NEW_WORDS;
}

const MIN_NEW_WORDS = 3;
const MAX_DESCRIPTION = 220;

/** The open steps of an approved plan, unless a task list took it over. */
function planSteps(view: SessionView, tasks: TaskList): Item[] {
  const plan = view.session.plans.findLast((one) => one.approved);
  if (plan === undefined || view.session.todos.length > 0 || tasks.abandoned.length > 0) return [];
  // The turn that was to implement it came to its end, and the user went on.
  const ordered = view.turns.findLast(takesPlan);
  if (ordered?.finished && ordered.number < view.turns.length) return [];
  const open = openPlanSteps(view);
  const file = planFile(view);
  return open
    .slice(0, 10)
    .map((text, at) => (at === 0 && file !== undefined ? `${text} (approved plan: ${file})` : text))
    .map((text) => ({ text, from: { by: 'plan' as const } }));
}

/** A session that ends right after its context was compacted has its open ends in the summary. */
function summarized(view: SessionView): Item[] {
  const summary = view.session.compactions.at(-1);
  if (summary === undefined || view.turns.some((turn) => turn.calls.length > 0)) return [];
  return pendingTasks(summary).map((text) => ({ text, from: { by: 'summary' } }));
}
