import type { ChangedFile } from './changes.ts';
import { findDeliveries } from './deliveries.ts';
import { isNewRequest } from './goals.ts';
import { asImperative, reportAsImperative } from './imperative.ts';
import { answered, namedCommand, openQuestion, orderOfChain } from './newest-request.ts';
import { imperativeOf } from './order-of-prompt.ts';
import { isWorkedFor, presentGoal, presentWork, wasDropped } from './present-goal.ts';
import { recapTitle } from './recap.ts';
import { cutWords, plainLine, splitSentences, subjectWords, withoutPastes } from './sentences.ts';
import { isEdit, type SessionView, type TurnView } from './session-view.ts';
import { summarizeChanges } from './summarize-changes.ts';
import { presentTasks, type TaskList } from './task-list.ts';
import { isTelling, isWords } from './telling.ts';
import { branchTitle, titleOfWork } from './title-of-work.ts';
import { trouble, troublesSince } from './troubles.ts';

const LENGTH = 72;

/** One line about the work: what it is called and what is being done, else what was delivered, else the files. */
export function writeSummary(view: SessionView, tasks: TaskList, changes: readonly ChangedFile[]): string {
  const worked = view.turns.filter((turn) => turn.calls.some(isEdit));
  const candidates = [
    () => reviewed(view),
    () => recapTitle(view),
    () => namedCommand(view),
    () => answered(view),
    // A commit names the work where the user did not.
    () => (titleOfPresentWork(view) === '' && askedLast(view) === '' && !isAtTask(tasks) ? latestCommit(view) : ''),
    () => troublesSince(view),
    () => joined(titleOfPresentWork(view), beingDone(view, tasks)),
    () => latestCommit(view),
    () => openQuestion(view),
    () => fromGoals(worked),
    () => fromCommand(view),
    () => (isFirstGoal(view) ? '' : trouble(view)),
    () => fromTasks(tasks),
    () => fromGoals(view.turns),
    () => branchTitle(view.session.branch ?? ''),
    () => trouble(view),
    // What the agent says of itself names the work only where the user never did.
    () => fromReport(worked),
    () => announced(worked),
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

/** What the present work is, in an order of the user's that can be read alone. */
function askedLast(view: SessionView): string {
  const from = presentWork(view)?.number ?? 1;
  const orders = view.turns
    .slice(from - 1)
    .filter(({ kind }) => kind === 'goal')
    .map(imperativeOf);
  return orders.find((line) => isTelling(fit(line))) ?? '';
}

/** A plan or a pull request names the work until the user asks for something else. */
function titleOfPresentWork(view: SessionView): string {
  const title = titleOfWork(view);
  const goal = presentGoal(view);
  if (goal === undefined || isFirstGoal(view) || !isWorkedFor(goal)) return title;
  const since = view.turns.slice((presentWork(view) ?? goal).number - 1);
  const said = since.flatMap(({ words, turn }) => [
    words,
    ...turn.steps.flatMap((step) => (step.kind === 'text' ? [step.text] : [])),
  ]);
  const known = subjectWords(said.join('\n'));
  const words = [...subjectWords(title)];
  return words.filter((word) => known.has(word)).length * 2 > words.length ? title : '';
}

function isFirstGoal(view: SessionView): boolean {
  const goal = presentGoal(view);
  return goal === undefined || goal === view.turns.find(({ kind }) => kind === 'goal');
}

/** A session that only reviews is not the work that it reviews. */
function reviewed(view: SessionView): string {
  const goals = view.turns.filter(({ kind }) => kind === 'goal');
  const last = goals.map(({ typed, words }) => fit(splitSentences(typed || words)[0] ?? '')).at(-1) ?? '';
  const title = titleOfWork(view) || branchTitle(view.session.branch ?? '');
  if (!/^(?:can you |please )?review\b/i.test(last) || title === '' || view.calls.some(isEdit)) return '';
  const what = /^(?:can you |please )?review ((?:pr|pull request|commit)\b.{0,20})/i.exec(last)?.[1];
  return what === undefined ? `Review the changes: ${title}` : `Review ${what}: ${title}`;
}

function isAtTask(tasks: TaskList): boolean {
  return tasks.open.some(({ text, status }) => status === 'in_progress' && isTelling(text) && !CHORE.test(text));
}

/** The task in progress, else the goal that changed most, else the last goal that says what it is about. */
function beingDone(view: SessionView, tasks: TaskList): string {
  const doing = presentTasks(tasks);
  const open = isNewRequest(view)
    ? []
    : tasks.open.filter((todo) => todo.status === 'in_progress' || doing.includes(todo));
  // What is left to do after its subagents reported may be a chore; it is what is being done all the same.
  const task = open.find(({ text }) => isTelling(text) && (tasks.handedBack.length > 0 || !CHORE.test(text)));
  if (task !== undefined) return task.text;
  const last = view.turns.at(-1);
  const isOpen = last?.kind === 'goal' && !last.finished;
  const order = isOpen ? orderOfChain(view, last) : '';
  if (isTelling(fit(order)) && subjectWords(order).size >= MIN_ORDER) return order;
  // Beside a title, what was done before the request that is open now is not what is being done.
  if (isOpen && titleOfPresentWork(view) !== '') return '';
  const present = view.turns.slice((presentGoal(view)?.number ?? 1) - 1);
  return goalThatChangedMost(present, view) || newestOf('goal', present) || newestOf('question', present);
}

function newestOf(kind: TurnView['kind'], turns: readonly TurnView[]): string {
  const orders = turns.filter((turn) => turn.kind === kind && !wasDropped(turn)).map(imperativeOf);
  return orders.findLast((line) => isTelling(fit(line))) ?? '';
}

/** Fewer words are an errand. */
const MIN_ORDER = 4;

const CHORE =
  /^(?:run|start|begin|verify|test|check|explore|inspect|map|trace|research|survey|read|review|analyze|discover|understand|investigate|find|look|ask|propose|present|invoke|brainstorm|transition|clarify|write (?:the |an? )?(?:design|spec|plan))\b/i;
/** Less than that of what is being done says nothing. */
const MIN_ROOM = 18;
const MIN_CUT_ROOM = 30;

function joined(title: string, doing: string): string {
  if (title === '' || doing === '') return title || doing;
  const [known, now] = [subjectWords(title), subjectWords(doing)];
  const isSame = [...now].filter((word) => known.has(word)).length * 2 > Math.min(now.size, known.size);
  const room = LENGTH - title.length - 2;
  const shown = cutWords(doing, Math.max(1, room));
  const isShown = room >= (shown === doing ? MIN_ROOM : MIN_CUT_ROOM);
  return isSame || !isShown ? title : `${title}: ${shown}`;
}

/** Cut where a clause ends, if one does. A word such as `feat(parser):` in front is no clause. */
function fit(text: string): string {
  // `@docs/plans/prd.md` is the file that a client attaches; its name tells it.
  const line = plainLine(text)
    .replace(/(?<=^|\s)@?\/?(?:[\w.-]+\/){2,}([\w.-]+)(?=[\s,;:]|\.?$)/g, '$1')
    .replace(/(?<=^|\s)@(?=[\w.-]+\.\w{1,5}\b)/g, '')
    .replace(/[\s.,;:]+$/, '');
  if (line.length <= LENGTH) return line;
  const clause =
    /^(?:\S+: |(?!\S+: )).{16,70}?(?=(?: [-–—] |; |, (?:and|so|but|because|which|with|then|can|could|would)\b| because | so that |\. |(?<=.{40}): ))/.exec(
      line,
    )?.[0];
  return clause !== undefined && clause.length <= LENGTH ? clause : cutWords(line, LENGTH);
}

/** The edits of a goal are those of its turn and of the turns that serve it. Of an errand, a commit that speaks of other things knows better. */
function goalThatChangedMost(turns: readonly TurnView[], view: SessionView): string {
  const goals: { readonly turn: TurnView; readonly files: Set<string> }[] = [];
  for (const turn of turns) {
    if (turn.kind === 'goal' && isTelling(fit(imperativeOf(turn)))) goals.push({ turn, files: new Set() });
    const files = turn.calls.filter(isEdit).flatMap(({ paths }) => paths);
    for (const file of files) goals.at(-1)?.files.add(file);
  }
  const commits = findDeliveries(view).filter(({ what }) => what === 'commit');
  // What was committed before the newest request is not what is being done.
  const newest = goals.findLast(({ files }) => files.size > 0)?.turn.number ?? 0;
  const over = commits.findLast(({ turn }) => turn < newest)?.turn ?? 0;
  const since = goals.filter(({ turn }) => turn.number > over);
  const most = Math.max(0, ...since.map(({ files }) => files.size));
  const found = most === 0 ? undefined : since.findLast(({ files }) => files.size === most);
  if (found === undefined) return '';
  const order = imperativeOf(found.turn);
  if (subjectWords(order).size >= MIN_ORDER) return order;
  const until = goals[goals.indexOf(found) + 1]?.turn.number ?? Number.POSITIVE_INFINITY;
  const [commit, another] = commits.filter(({ turn }) => found.turn.number <= turn && turn < until);
  // One of several is a part of the work.
  return commit === undefined || another !== undefined || sharesWords(order, commit.text) ? order : commit.text;
}

function sharesWords(one: string, other: string): boolean {
  const words = subjectWords(other);
  return [...subjectWords(one)].some((word) => words.has(word));
}

/** The newest commit's subject, while nothing was edited after it. */
function latestCommit(view: SessionView): string {
  const commit = findDeliveries(view).findLast(({ what }) => what === 'commit');
  if (commit === undefined || view.calls.some((entry) => isEdit(entry) && entry.turn > commit.turn)) return '';
  return commit.turn < (presentGoal(view)?.number ?? 0) ? '' : commit.text;
}

function fromGoals(turns: readonly TurnView[]): string {
  const lines = turns.filter((turn) => turn.kind === 'goal').map(imperativeOf);
  return lines.findLast((line) => line !== '') ?? '';
}

function fromReport(turns: readonly TurnView[]): string {
  const lines = turns.flatMap(({ turn }) =>
    turn.steps.flatMap((step) =>
      step.kind === 'text' ? splitSentences(withoutPastes(step.text)).map(reportAsImperative).filter(isTelling) : [],
    ),
  );
  return lines.at(-1) ?? '';
}

/** A session of commands and answers is what the last command stands for. */
function fromCommand({ turns }: SessionView): string {
  const command = turns.findLast(({ kind }) => kind === 'command')?.turn.prompt.trim() ?? '';
  const isOnly = turns.every(({ kind }) => kind !== 'goal' && kind !== 'question');
  return isOnly && /^[/$][\w:.-]*[-:]/.test(command) ? `Run ${command}` : '';
}

/** What the agent set out to do, where neither side reported or ordered it. */
function announced(turns: readonly TurnView[]): string {
  const lines = turns.flatMap(({ turn }) => {
    const first = turn.steps.find((step) => step.kind === 'text');
    const sentences = first?.kind === 'text' ? splitSentences(withoutPastes(first.text)) : [];
    return sentences.flatMap((sentence) => INTENT.exec(sentence)?.[1] ?? []).map(asImperative);
  });
  return lines.findLast((line) => isTelling(line) && !CHORE.test(line) && !ABOUT_ITSELF.test(line)) ?? '';
}

/** How the agent goes about it, not what it is. */
const ABOUT_ITSELF = /\b(?:skills?|workflow|the request|for this|for that|as required|sub-?agents?|in parallel)\b/i;

const INTENT =
  /(?:\bi(?:['’]ll| will) (?:now |then )?(?:proceed with (?:the next step|it|this|that)[:,—-]* )?|\bnext step is(?: clear)?[:,—-]* )(.{12,})$/i;

function fromTasks(tasks: TaskList): string {
  const lines = [...tasks.open, ...tasks.done, ...tasks.abandoned].map(({ text }) => asImperative(text));
  return lines.find((line) => line !== '' && !CHORE.test(line)) ?? '';
}

function anyWords(view: SessionView): string {
  const turn = presentGoal(view) ?? view.turns.find((one) => one.words !== '' && one.kind !== 'command');
  if (turn !== undefined) {
    const order = imperativeOf(turn);
    if (order !== '') return order;
    const [first = ''] = splitSentences(turn.words);
    if (/[?？]$/.test(first)) return first;
    return trouble(view) || `Work on: ${first}`;
  }
  const command = view.turns.find((one) => one.kind === 'command')?.turn.prompt ?? '';
  return command === '' ? '' : `Run ${command}`;
}
