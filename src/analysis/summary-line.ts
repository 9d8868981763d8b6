import { CHORE, isChore } from './agent-names.ts';
import type { ChangedFile } from './changes.ts';
import { findDeliveries } from './deliveries.ts';
import { fit, LENGTH } from './fit-line.ts';
import { isNewRequest } from './goals.ts';
import { asImperative } from './imperative.ts';
import { namedCommand, orderOfChain } from './newest-request.ts';
import { imperativeOf } from './order-of-prompt.ts';
import { isSpokenOf, wordsOfTurns } from './present-talk.ts';
import { recapTitle } from './recap.ts';
import { cutWords, splitSentences, subjectWords } from './sentences.ts';
import { isEdit, type SessionView, type TurnView } from './session-view.ts';
import { summarizeChanges } from './summarize-changes.ts';
import { presentTasks, type TaskList } from './task-list.ts';
import { isTelling, isWords } from './telling.ts';
import { branchTitle, titleOfWork } from './title-of-work.ts';
import { troubleOf } from './troubles.ts';
import { nameOfTurn } from './turn-name.ts';

/** One line about the work: what it is called and what was asked for last, else what was delivered, else the files. */
export function writeSummary(view: SessionView, tasks: TaskList, changes: readonly ChangedFile[]): string {
  const candidates = [
    () => reviewed(view),
    () => recapTitle(view),
    () => namedCommand(view),
    () => joined(view, tasks),
    () => latestCommit(view),
    () => fromCommand(view),
    () => fromTasks(tasks),
    () => branchTitle(view.session.branch ?? ''),
    () => (changes.length === 0 ? '' : summarizeChanges(changes)),
    () => view.session.title ?? '',
    () => anyWords(view),
  ];
  let any = '';
  for (const candidate of candidates) {
    const line = fit(candidate());
    if (isTelling(line)) return line;
    if (isWords(line)) any ||= line;
  }
  return any || 'Save the session';
}

interface Named {
  readonly name: string;
  readonly turn: TurnView;
}

/** The newest request that can be named, if it is still spoken of; else the last that changed files. */
function newestNamed(view: SessionView): Named | undefined {
  const byAge = view.turns
    .map((turn) => ({ turn, age: view.turns.slice(turn.number).filter(isRequest).length + handicapOf(turn) }))
    .reverse()
    .sort((one, other) => one.age - other.age);
  const nameOf = (turn: TurnView): Named[] => {
    const name = orderOfChain(view, turn) || nameOfTurn(view, turn);
    return isTelling(fit(name)) ? [{ name, turn }] : [];
  };
  const recent = byAge.filter(({ age }) => age <= RECENT).flatMap(({ turn }) => nameOf(turn));
  const present = recent.find(({ name, turn }) => isSpokenOf(view, name, turn));
  if (present !== undefined) return present;
  const all = byAge.flatMap(({ turn }) => nameOf(turn));
  return all.find(({ turn }) => turn.calls.some(isEdit)) ?? all[0];
}

/** In requests. What is older shares the names of the project with all that came later. */
const RECENT = 6;

/** `yes`, `2` and `commit it` go on with what was asked before. */
function isRequest({ kind }: TurnView): boolean {
  return kind === 'goal' || kind === 'question' || kind === 'command';
}

/** What was only talked about, or asked beside the work, counts as so many requests older than it is. */
function handicapOf(turn: TurnView): number {
  if (!turn.finished || turn.calls.some(isEdit)) return 0;
  if (turn.kind === 'question') return ASIDE;
  return turn.calls.length === 0 ? TALK : 0;
}

const TALK = 2.5;
const ASIDE = 3.5;

function joined(view: SessionView, tasks: TaskList): string {
  const named = newestNamed(view);
  const doing = taskInProgress(view, tasks) || (named?.name ?? '');
  const title = presentTitle(view, named);
  if (title === '' || doing === '') return title || doing;
  const [known, now] = [subjectWords(title), subjectWords(doing)];
  const isSame = [...now].filter((word) => known.has(word)).length * 2 > Math.min(now.size, known.size);
  const room = LENGTH - title.length - 2;
  const shown = cutWords(doing, Math.max(1, room));
  const isShown = room >= (shown === doing ? MIN_ROOM : MIN_CUT_ROOM);
  return isSame || !isShown ? title : `${title}: ${shown}`;
}

/** Less than that of what is being done says nothing. */
const MIN_ROOM = 18;
const MIN_CUT_ROOM = 30;

/** A plan or a pull request names the work until the user asks for something else. */
function presentTitle(view: SessionView, named: Named | undefined): string {
  const title = titleOfWork(view);
  const first = view.turns.find(({ kind }) => kind === 'goal');
  if (named === undefined || first === undefined || named.turn.number <= first.number) return title;
  const known = wordsOfTurns(view.turns.slice(named.turn.number - 1));
  const words = [...subjectWords(title)];
  return words.filter((word) => known.has(word)).length * 2 > words.length ? title : '';
}

/** The task in progress, if it says what the work is about. What is left to do after its subagents reported may be a chore. */
function taskInProgress(view: SessionView, tasks: TaskList): string {
  if (isNewRequest(view)) return '';
  const doing = presentTasks(tasks);
  const open = tasks.open.filter((todo) => todo.status === 'in_progress' || doing.includes(todo));
  return open.find(({ text }) => isTelling(text) && (tasks.handedBack.length > 0 || !isChore(text)))?.text ?? '';
}

/** A session that only reviews is not the work that it reviews. */
function reviewed(view: SessionView): string {
  const goals = view.turns.filter(({ kind }) => kind === 'goal');
  const last = goals.map(({ typed, words }) => fit(splitSentences(typed || words)[0] ?? '')).at(-1) ?? '';
  const title = titleOfWork(view) || branchTitle(view.session.branch ?? '');
  if (!/^(?:can you |please )?review\b/i.test(last) || title === '' || view.calls.some(isEdit)) return '';
  const what = /^(?:can you |please )?review ((?:pr|pull request|commit)\b.{0,20})/i.exec(last)?.[1];
  return what === undefined ? `Review the code changes: ${title}` : `Review ${what}: ${title}`;
}

/** The newest commit's subject, while nothing was edited after it. */
function latestCommit(view: SessionView): string {
  const commit = findDeliveries(view).findLast(({ what }) => what === 'commit');
  if (commit === undefined || view.calls.some((entry) => isEdit(entry) && entry.turn > commit.turn)) return '';
  return commit.text;
}

/** A session of commands and answers is what the last command stands for. */
function fromCommand({ turns }: SessionView): string {
  const command = turns.findLast(({ kind }) => kind === 'command')?.turn.prompt.trim() ?? '';
  const isOnly = turns.every(({ kind }) => kind !== 'goal' && kind !== 'question');
  return isOnly && /^[/$][\w:.-]*[-:]/.test(command) ? `Run ${command}` : '';
}

function fromTasks(tasks: TaskList): string {
  const lines = [...tasks.open, ...tasks.done, ...tasks.abandoned].map(({ text }) => asImperative(text));
  return lines.find((line) => line !== '' && !CHORE.test(line)) ?? '';
}

function anyWords({ turns }: SessionView): string {
  const turn =
    turns.findLast(({ kind }) => kind === 'goal') ?? turns.find((one) => one.words !== '' && one.kind !== 'command');
  if (turn !== undefined) {
    const order = imperativeOf(turn);
    if (order !== '') return order;
    const [first = ''] = splitSentences(turn.words);
    return /[?？]$/.test(first) ? first : troubleOf(turn) || `Work on: ${first}`;
  }
  const command = turns.find((one) => one.kind === 'command')?.turn.prompt ?? '';
  return command === '' ? '' : `Run ${command}`;
}
