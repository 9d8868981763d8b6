import { defined } from '../core/defined.ts';
import { questionAnswered } from './answered-question.ts';
import { BOUNDS } from './bounds.ts';
import { errorLine } from './command-outcome.ts';
import { primaryRequest } from './compaction.ts';
import { inFlight } from './in-flight.ts';
import { machinePrompt } from './machine-prompt.ts';
import { entryTaken, menuOf } from './menus.ts';
import { partNamed } from './named-parts.ts';
import { findChoice } from './options.ts';
import { isServed, presentGoal } from './present-goal.ts';
import { agreesFirst, isOwnCommand, restatesGoal } from './prompt-kind.ts';
import { closingOffer, closingQuestion, recommended } from './proposals.ts';
import { chosenOptions } from './reply.ts';
import { isComplaint, isStatement } from './requests.ts';
import { cutWords, firstSentences, splitSentences, withoutPastes } from './sentences.ts';
import type { Item, SessionView, TurnView } from './session-view.ts';
import { isTelling } from './telling.ts';
import { isRule } from './user-rules.ts';

const NOTHING: Item = { text: '' };

/** The turn in which the user said anew what the problem is. */
export function findRestated(view: SessionView): TurnView | undefined {
  return goalTurns(view).findLast((turn) => turn.number > 1 && restatesGoal(turn.words));
}

/** The first goal in the user's words; one that was restated later wins. */
export function findProblem(view: SessionView): Item {
  const restated = findRestated(view);
  if (restated) return { text: goalText(restated), from: { by: 'user', turn: restated.number } };
  const inherited = primaryRequest(view);
  if (inherited !== '') return { text: cutWords(inherited, BOUNDS.problem.length), from: { by: 'summary' } };
  const first =
    view.turns.find(
      (turn) =>
        turn.kind === 'question' || (turn.kind === 'goal' && !/^(?:no|nope|that['’]?s not)\b/i.test(turn.words)),
    ) ??
    view.turns.find((turn) => turn.kind !== 'nothing') ??
    view.turns.find(hasWords);
  return first ? { text: goalText(first), from: { by: 'user', turn: first.number } } : NOTHING;
}

/** What the user wants to achieve with what is done now. */
export function findIntent(view: SessionView): Item {
  const intent = presentGoal(view);
  const command = view.turns.findLast(({ kind }) => kind === 'command');
  if (intent === undefined && command !== undefined)
    return { text: goalText(command), from: { by: 'user', turn: command.number } };
  if (intent === undefined) return findProblem(view);
  if (isServed(view, intent)) {
    const { text, from: { answered: _, ...from } = { by: 'user' as const } } = findCurrentTask(view, []);
    return { text, from };
  }
  return { text: goalText(intent), from: { by: 'user', turn: intent.number } };
}

/** What is being done: the task in progress, else the last request. One that came after the list is newer than it. */
export function findCurrentTask(view: SessionView, openTodos: readonly string[]): Item {
  const [todo] = isNewRequest(view) ? [] : openTodos;
  if (todo !== undefined) return { text: cutWords(todo, BOUNDS.current_task.length), from: { by: 'tasks' } };
  const last = lastRequest(view);
  if (last === undefined) return NOTHING;
  const answered = view.turns.at(-1)?.finished && inFlight(view).length === 0 ? true : undefined;
  return {
    text: cutWords(withPurpose(view, last), BOUNDS.current_task.length),
    from: defined({ by: 'user' as const, turn: last.number, answered }),
  };
}

/** The last prompt that says something. A rule is kept elsewhere; what is being done is the request before it. */
function lastRequest(view: SessionView): TurnView | undefined {
  const telling = view.turns.filter((turn) => turn.kind !== 'nothing');
  const asked = telling.length > 0 ? telling : view.turns.filter(hasWords);
  return (
    asked.findLast((turn) => /^[/$]/.test(turn.turn.prompt) || !splitSentences(turn.words).every(isRule)) ??
    asked.at(-1)
  );
}

/** The user asked for something else since the agent last touched its list. */
export function isNewRequest({ turns, calls }: SessionView): boolean {
  const listed = calls.findLast(({ call }) => call.action === 'plan')?.turn ?? 0;
  const last = turns.at(-1);
  return listed > 0 && last !== undefined && last.number > listed && last.kind === 'goal' && isTelling(last.words);
}

/** `commit` alone says nothing: the request it serves goes before it. */
function withPurpose(view: SessionView, turn: TurnView): string {
  const own = requestText(view, turn);
  const before = view.turns.slice(0, turn.number - 1);
  // A workflow of questions and answers is what its command stands for.
  if (turn.kind === 'answer') {
    const begun = before.findLast(({ kind }) => kind === 'goal' || kind === 'command');
    return begun?.kind === 'command' ? `${begun.turn.prompt.trim()} — then: ${own}` : own;
  }
  const isClear = turn.kind === 'agreement' || (isTelling(own.replace(LEAD, '')) && !isStatement(turn));
  const isNamed = turn.kind === 'command' && /^\S+\s+\S*[-/]\S/.test(turn.turn.prompt.trim());
  if (isNamed || (turn.kind !== 'housekeeping' && turn.kind !== 'command' && isClear)) return own;
  const served =
    before.findLast(isRequest) ??
    before.findLast((one) => one.kind === 'agreement' || (one.kind === 'goal' && isTelling(one.words))) ??
    before.findLast(({ kind }) => kind === 'goal');
  return served === undefined ? own : `${cutWords(requestText(view, served), 250)} — then: ${own}`;
}

const TERMINAL = /^\s*(?:➜|❯|\$ |\S+@\S+[:~ ][^$%#\n]*[$%#] )/;

/** The agent went to work for it: a remark that was only answered is not what a commit is for. */
function isRequest(turn: TurnView): boolean {
  if (turn.calls.length === 0 || isComplaint(turn) || isStatement(turn) || TERMINAL.test(turn.words)) return false;
  return turn.kind === 'agreement' || (turn.kind === 'goal' && isTelling(turn.words));
}

const LEAD = /^(?:(?:ok(?:ay)?|yes|no|great|thanks?(?: you)?|perfect|now|so|h+m+)\b[\s,.!]*)+/i;

/** `go on`: the work goes on for the request before, however often that was said. */
const GOES_ON =
  /^(?:(?:please|ok(?:ay)?|yes|great|now|and|just)[\s,.!]+)*(?:go on|continue|carry on|keep going|resume)(?:[\s,]+(?:please|now|then|with (?:it|that|this)))*[\s.!]*$/i;

function goesOnWith(view: SessionView, turn: TurnView): TurnView | undefined {
  if (!GOES_ON.test(turn.words)) return undefined;
  const before = view.turns[turn.number - 2];
  if (before === undefined || closingQuestion(before.closing) !== '') return undefined;
  return view.turns
    .slice(0, turn.number - 1)
    .findLast(({ kind, words }) => kind !== 'nothing' && kind !== 'question' && !GOES_ON.test(words));
}

/** A request as the next reader understands it: an agreement says to what, a follow-up command for what. */
export function requestText(view: SessionView, turn: TurnView): string {
  const gone = goesOnWith(view, turn);
  if (gone !== undefined) return requestText(view, gone);
  const typed = /^[/$]\w/.test(turn.turn.prompt) ? turn.turn.prompt : turn.words;
  const isWhole = turn.kind === 'goal' || turn.kind === 'question';
  const own = fromLog(typed) || firstSentences(typed, BOUNDS.current_task.length - (isWhole ? 0 : 60));
  const before = view.turns[turn.number - 2];
  const chosen = before && chosenText(before.closing, turn.words);
  if (chosen) return `${own} (${chosen})`;
  return before === undefined ? own : `${own}${saidTo(before, turn)}`;
}

/** What an agreement or an answer is said to. */
function saidTo(before: TurnView, turn: TurnView): string {
  if (turn.kind !== 'agreement' && turn.kind !== 'answer' && !agreesFirst(turn.words)) return '';
  const isYes = turn.kind === 'agreement';
  const question = isYes ? closingQuestion(before.closing) : questionAnswered(before.closing, turn.words);
  if (question !== '') {
    const isClear = isTelling(question) || turn.kind === 'answer';
    return ` (to: ${cutWords(isClear ? question : wordsBefore(before.closing, question), 200)})`;
  }
  // Words that answer another thing than what was asked are said to nothing.
  if (!isYes && closingQuestion(before.closing) !== '') return '';
  const offer = closingOffer(before.closing) || recommended(before.closing);
  if (offer !== '') return ` (to: ${cutWords(offer, 200)})`;
  if (!isYes) return '';
  return ` (to the agent's proposal for: ${cutWords(before.words || before.turn.prompt, 160)})`;
}

const OFFERED_SENTENCES = 2;

/** `Ready to implement on your go` offers what stands before it. */
function wordsBefore(closing: string, question: string): string {
  const sentences = splitSentences(withoutPastes(closing));
  const at = sentences.findLastIndex((sentence) => question.endsWith(sentence));
  return [...sentences.slice(Math.max(0, at - OFFERED_SENTENCES), at), question].join(' ');
}

const MAX_CHOOSING_WORDS = 6;

/** Which options a few words such as `1` or `the second` take. */
export function chosenText(closing: string, words: string): string {
  const entry = entryTaken(words, menuOf(closing));
  if (entry !== undefined) return entry.title;
  const part = partNamed(closing, words);
  if (part !== '') return part;
  const choice = words.trim().split(/\s+/).length > MAX_CHOOSING_WORDS ? undefined : findChoice(closing);
  if (choice === undefined) return '';
  const titles = chosenOptions(words, choice).map(({ title }) => title);
  return titles.length === 0 ? '' : `${choice.topic === '' ? '' : `${choice.topic}: `}${titles.join(' and ')}`;
}

function hasWords({ turn }: TurnView): boolean {
  return turn.prompt !== '' && !isOwnCommand(turn.prompt);
}

function goalTurns(view: SessionView): TurnView[] {
  return view.turns.filter((turn) => turn.kind === 'goal');
}

/** A prompt such as `➜ app git:(main) ✗ git push`, pasted with what the command printed. */
const SHELL_PROMPT = /^\s*(?:➜\s+\S+(?: git:\(\S+\))?(?: ✗)?|❯|\$|\S+@\S+[:~][^$%#\n]*[$%#])\s+(\S[^\n]*)\n([\s\S]+)$/;

/** What went wrong in a terminal says more than all that it printed. */
function fromTerminal(words: string): string {
  const [, command = '', printed = ''] = SHELL_PROMPT.exec(words) ?? [];
  const error = errorLine(printed);
  return error === '' ? '' : `The user pasted \`${cutWords(command, 120)}\` with its output: ${error}`;
}

const LOG_LINE = /^\s*(?:\[[\w .:/-]{2,40}\] |\d\d:\d\d:\d\d|\d{4}-\d\d-\d\d[T ])/;

/** What was said above a log that was pasted, and the line of it that says what went wrong; empty where there is no log. */
function fromLog(words: string): string {
  const lines = words.split('\n');
  const at = lines.findIndex((line) => LOG_LINE.test(line));
  if (at < 1) return '';
  // The log may begin behind the colon.
  const said = firstSentences(
    lines
      .slice(0, at)
      .join('\n')
      .replace(/: *\[[\w .:/-]{2,40}\] [^\n]*$/, ':'),
    MAX_ABOVE,
  );
  const error = lines.findLast((line) => LOG_LINE.test(line) && WENT_WRONG.test(line))?.trim() ?? '';
  return `${said.replace(/:$/, '')} (a log was pasted${error === '' ? '' : `: ${cutWords(error, MAX_LOGGED)}`})`;
}

/** In a log the last of them is what it ended with. */
const WENT_WRONG =
  /\b(?:error|fatal|exception): |\b(?:failed|exited with|exit code [1-9]|cannot|could not|not found|denied|timed out)\b/i;
const MAX_LOGGED = 160;

const MAX_ABOVE = 200;

function goalText(turn: TurnView): string {
  if (turn.words === '')
    return cutWords(machinePrompt(turn.turn.prompt)?.words || turn.turn.prompt, BOUNDS.problem.length);
  const pasted = fromTerminal(turn.words) || fromLog(turn.words);
  return pasted === '' ? firstSentences(turn.words, BOUNDS.problem.length) : cutWords(pasted, BOUNDS.problem.length);
}
