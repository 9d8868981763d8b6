import { BOUNDS } from './bounds.ts';
import { errorLine } from './command-outcome.ts';
import { primaryRequest } from './compaction.ts';
import { isChoice } from './decisions.ts';
import { asImperative } from './imperative.ts';
import { machinePrompt } from './machine-prompt.ts';
import { entryTaken, menuOf } from './menus.ts';
import { findChoice } from './options.ts';
import { agreesFirst, isOwnCommand, isShift, restatesGoal } from './prompt-kind.ts';
import { closingQuestion } from './proposals.ts';
import { chosenOptions } from './reply.ts';
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
    view.turns.find((turn) => turn.kind === 'goal' || turn.kind === 'question') ??
    view.turns.find((turn) => turn.kind !== 'nothing') ??
    view.turns.find(hasWords);
  return first ? { text: goalText(first), from: { by: 'user', turn: first.number } } : NOTHING;
}

/** The goal the session follows now: the last one that led elsewhere, else the first. */
export function findIntent(view: SessionView): Item {
  let intent: TurnView | undefined;
  for (const turn of goalTurns(view)) {
    if (intent === undefined || (isShift(intent.words, turn.words) && !onlySettles(turn))) intent = turn;
  }
  const command = view.turns.findLast(({ kind }) => kind === 'command');
  if (intent === undefined && command !== undefined)
    return { text: goalText(command), from: { by: 'user', turn: command.number } };
  if (intent === undefined) return findProblem(view);
  return { text: goalText(intent), from: { by: 'user', turn: intent.number } };
}

/** `no users yet, so no need for compatibility` is about the work and not another. */
function onlySettles({ words }: TurnView): boolean {
  return splitSentences(words).every((sentence) => isChoice(sentence) && asImperative(sentence) === '');
}

/** What is being done: the task in progress, else the last request. */
export function findCurrentTask(view: SessionView, openTodos: readonly string[]): Item {
  const [todo] = openTodos;
  if (todo !== undefined) return { text: cutWords(todo, BOUNDS.current_task.length), from: { by: 'tasks' } };
  const telling = view.turns.filter((turn) => turn.kind !== 'nothing');
  const asked = telling.length > 0 ? telling : view.turns.filter(hasWords);
  // A rule is kept elsewhere; what is being done is the request before it.
  const last =
    asked.findLast((turn) => /^[/$]/.test(turn.turn.prompt) || !splitSentences(turn.words).every(isRule)) ??
    asked.at(-1);
  if (last === undefined) return NOTHING;
  return {
    text: cutWords(withPurpose(view, last), BOUNDS.current_task.length),
    from: { by: 'user', turn: last.number },
  };
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
  if (turn.kind !== 'housekeeping' && turn.kind !== 'command') return own;
  const served = before.findLast((one) => one.kind === 'goal' || one.kind === 'agreement');
  return served === undefined ? own : `${cutWords(requestText(view, served), 250)} — then: ${own}`;
}

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
  const own = firstSentences(typed, BOUNDS.current_task.length - 60);
  const before = view.turns[turn.number - 2];
  const chosen = before && chosenText(before.closing, turn.words);
  if (chosen) return `${own} (${chosen})`;
  return before === undefined ? own : `${own}${saidTo(before, turn)}`;
}

/** What an agreement or an answer is said to. */
function saidTo(before: TurnView, turn: TurnView): string {
  if (turn.kind !== 'agreement' && turn.kind !== 'answer' && !agreesFirst(turn.words)) return '';
  const question = closingQuestion(before.closing);
  if (question !== '') {
    const isClear = isTelling(question) || turn.kind === 'answer';
    return ` (to: ${cutWords(isClear ? question : wordsBefore(before.closing, question), 200)})`;
  }
  if (turn.kind !== 'agreement') return '';
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
function chosenText(closing: string, words: string): string {
  const entry = entryTaken(words, menuOf(closing));
  if (entry !== undefined) return entry.title;
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

function goalText(turn: TurnView): string {
  if (turn.words === '')
    return cutWords(machinePrompt(turn.turn.prompt)?.words || turn.turn.prompt, BOUNDS.problem.length);
  const pasted = fromTerminal(turn.words);
  return pasted === '' ? firstSentences(turn.words, BOUNDS.problem.length) : cutWords(pasted, BOUNDS.problem.length);
}
