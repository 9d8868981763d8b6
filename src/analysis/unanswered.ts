import { chosenTask } from './chosen-task.ts';
import { commandKind, kindsOf } from './command-kind.ts';
import { withoutDirectory } from './command-outcome.ts';
import { findDeliveries } from './deliveries.ts';
import { goOn, howFar } from './go-on.ts';
import { requestText } from './goals.ts';
import { leftOpen, PROPOSED } from './left-open.ts';
import { findChoice } from './options.ts';
import { closingOffer, closingQuestion } from './proposals.ts';
import { isSameWork } from './same-work.ts';
import { cutWords, firstSentences, subjectWords, withoutPastes } from './sentences.ts';
import { type Item, isEdit, type SessionView, type TurnView } from './session-view.ts';
import { setOutOn } from './set-out.ts';
import { isTelling } from './telling.ts';

const MAX_REQUEST = 160;

/** What is left of a request that the agent has not answered, where nothing says it better. */
export function unanswered(view: SessionView, last: TurnView): Item[] {
  if (last.finished || last.kind === 'nothing' || saidDone(last)) return [];
  // The whole of what the user asked for is the current task.
  const agreed = last.kind === 'agreement' ? proposed(view, last) : '';
  const chosen = chosenTask(view, last);
  const request = agreed || wholeWords(chosen) || listedBefore(view, last) || wholeRequest(view, last);
  const from = { by: 'user', turn: last.number } as const;
  if (last.kind === 'question' && chosen === '') return [{ text: `Answer the user: ${request}`, from }];
  const awaited = waitsFor(last);
  if (chosen === '' && owesReport(last))
    return [{ text: `Report to the user: ${request} ${awaited || howFar(last)}`.trim(), from }];
  // The words of a reply say nothing of what is to be done.
  const order = setOut(last) || (isBareReply(last, request) ? '' : request);
  const asked = { order, verb: verbOf(last), work: workOf(view, last) };
  const underWay = goOn(last, { ...asked, isWaiting: awaited !== '', isTicked: isTicked(view, last) });
  if (underWay !== '') return [{ text: underWay, from: { by: 'agent', turn: last.number } }];
  const far = last.turn.outcome === 'interrupted' ? howFar(last) : '';
  const text = [order === '' ? '' : `${asked.verb}: ${order}`, awaited || far];
  return [{ text: text.filter((words) => words !== '').join(' '), from }].filter((item) => item.text !== '');
}

function isBareReply({ kind, words, turn: { outcome, steps } }: TurnView, request: string): boolean {
  return kind === 'answer' && outcome === 'open' && steps.length > 0 && request === wholeWords(words);
}

/** Closer to the work than the words to which it answered. */
function setOut(last: TurnView): string {
  const points = setOutOn(last);
  return points.length === 0
    ? ''
    : `what the agent set out on, as far as it is left: ${points.join('; ')} (for “${cutWords(last.words, MAX_SHORT)}”)`;
}

/** Cut in the middle, a request loses the part that may be the only one left. */
function wholeWords(text: string): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  return flat.length <= MAX_WHOLE ? flat : cutWords(flat, MAX_REQUEST);
}

function wholeRequest(view: SessionView, turn: TurnView): string {
  return wholeWords(requestText(view, turn));
}

const MAX_WHOLE = 230;

/** `continue` goes on with the last request that says something. */
function workOf({ turns }: SessionView, { words, number }: TurnView): string {
  const before = isTelling(words) ? undefined : turns.slice(0, number - 1).findLast((turn) => isTelling(turn.words));
  return before === undefined
    ? `“${cutWords(words, MAX_REQUEST)}”`
    : `“${cutWords(words, MAX_SHORT)}” of “${cutWords(before.words, MAX_REQUEST)}”`;
}

/** `Try all again` means the steps that the agent had listed last. */
function listedBefore(view: SessionView, { number, kind, words }: TurnView): string {
  const before = view.turns[number - 2];
  if (kind !== 'goal' || before === undefined || isTelling(words) || subjectWords(words).size > MAX_POINTING) return '';
  const listed = leftOpen(before).flatMap(({ text }) =>
    text.startsWith(PROPOSED) ? [text.slice(PROPOSED.length)] : [],
  );
  if (listed.length === 0) return '';
  const room = Math.floor(MAX_WHOLE / listed.length);
  return `“${cutWords(words, MAX_SHORT)}”, where the agent had listed: ${listed.map((text) => cutWords(text, room)).join('; ')}`;
}

const MAX_POINTING = 3;
const MAX_SHORT = 40;

/** The list was kept in this turn, and all of it is ticked off. */
function isTicked({ session: { todos } }: SessionView, { calls }: TurnView): boolean {
  return (
    calls.some(({ call }) => call.action === 'plan') &&
    todos.length > 0 &&
    todos.every(({ status }) => status === 'completed')
  );
}

/** `Review the changes`, `what would be simpler`: what is owed is an answer, as long as nothing was edited for it. */
const ASKS_REPORT =
  /^(?:(?:please|now|then|ok(?:ay)?|can you|could you|i want you to|also)[,:]? )*(?:re-?)?(?:review|analy[sz]e|investigate|audit|assess|critique|evaluate|examine|explain|summari[sz]e|compare|research|explore|report|tell me|find out|look into|identify)\b(?!.{0,200}\b(?:and|then) (?:fix|implement|apply|address|update|change|resolve|merge|push|plan|write|create|build|make|add)\b)/is;

function owesReport({ words, calls, turn: { outcome, steps } }: TurnView): boolean {
  return outcome === 'open' && steps.length > 0 && ASKS_REPORT.test(words) && !calls.some(isEdit);
}

/** `Task complete.`, and after it at most a look around. */
function saidDone({ turn: { steps, outcome } }: TurnView): boolean {
  const said = steps.findLastIndex((step) => step.kind === 'text');
  const step = steps[said];
  if (outcome !== 'open' || step?.kind !== 'text' || !TASK_DONE.test(step.text)) return false;
  return steps
    .slice(said + 1)
    .every(
      (one) => one.kind === 'tool' && (one.call.action === 'other' || commandKind(one.call.command ?? '') === 'look'),
    );
}

const TASK_DONE = /\btask (?:is )?(?:complete|done)[.!]?\s*$/i;

function verbOf({ kind, turn: { steps, outcome } }: TurnView): string {
  if (steps.length === 0) return kind === 'answer' ? 'Take up the answer' : 'Do';
  if (outcome === 'interrupted') return 'Continue (interrupted)';
  return outcome === 'api-error' ? 'Repeat (stopped by an API error)' : 'Finish';
}

/** What asks for something or tells of a trouble; a remark that was thrown in does not. */
const ASKS =
  /\?|\b(?:can|could|would|will) you\b|^you can\b|\bplease\b|\b(?:i|we) (?:want|need)\b|^(?:let['’]?s|make|do|add|fix|update|check|create|write|run|implement|remove|delete|change|set|use|get|find|look|show|review|commit|push|deploy|move|rename|test)\b|\b(?:fail(?:s|ed|ing)?|errors?|stall(?:s|ed)?|stuck|broken?|wrong|crash\w*|(?:do|does|is|are|can)n['’]t|not working)\b/i;

/** Who says so much has answered; less is said on the way. */
const ANSWER = 300;

/** Requests that the user wrote on after before they were answered, as long as the agent is at work. */
export function writtenOver(view: SessionView): Item[] {
  const last = view.turns.at(-1);
  if (last === undefined || last.finished) return [];
  const before = view.turns.slice(0, -1);
  const since = before.findLastIndex(({ finished, turn }) => finished || turn.outcome !== 'open') + 1;
  // What was committed after a request may well be what it asked for.
  const committed = findDeliveries(view).findLast(({ what }) => what === 'commit')?.turn ?? 0;
  return before
    .slice(since)
    .filter(({ number }) => number >= committed)
    .filter(({ kind, calls }) => (kind === 'goal' || kind === 'question') && calls.length > 0)
    .filter(({ turn }) => turn.steps.every((step) => step.kind !== 'text' || step.text.length < ANSWER))
    .map((turn) => ({ request: cutWords(requestText(view, turn), MAX_REQUEST), turn: turn.number }))
    .filter(({ request }) => isTelling(request) && ASKS.test(request) && !isSameWork(request, requestText(view, last)))
    .slice(-2)
    .map(({ request, turn }) => ({ text: `Also unanswered: ${request}`, from: { by: 'user', turn } }));
}

/** Commands that were started last and had not come back. */
export function withoutResult({ calls, number, finished }: TurnView): Item[] {
  const back = calls.findLastIndex(({ call }) => call.result !== 'open');
  const started = finished ? [] : calls.slice(back + 1).flatMap(({ call }) => call.command ?? []);
  // A look around is soon done again.
  const open = started.filter((command) => commandKind(command) !== 'look');
  if (open.length === 0) return [];
  const named = open.slice(-MAX_AGENTS).map((command) => `\`${cutWords(behindFile(command), MAX_TASK)}\``);
  const text = open.every((command) => READS.test(command))
    ? `Run again ${named.join(', ')}: no result yet`
    : `See how ${named.join(', ')} ended: no result yet`;
  return [{ text, from: { by: 'command', turn: number } }];
}

/** `gh issue list`: what it shows is soon shown again. */
const READS =
  /^[\w./-]+ (?:[a-z]+ )?(?:status|list|ls|show|search|view|info|describe|ready|count|stats)(?:\s|$)[^;&|>]*$/;

/** A line may first write a file; what it does then is what is waited for. */
function behindFile(command: string): string {
  if (!/^(?:cat|tee)\b[^\n]*<</.test(command)) return withoutDirectory(command);
  const rest = kindsOf(command).flatMap(({ kind, text }) => (kind === 'look' ? [] : [text]));
  return rest.join(' && ') || withoutDirectory(command);
}

function waitsFor({ calls }: TurnView): string {
  const open = calls.filter(({ call }) => call.action === 'agent' && call.result === 'open').slice(-MAX_AGENTS);
  const tasks = open.flatMap(({ call }) => call.description ?? []).map((text) => cutWords(text, MAX_TASK));
  return tasks.length === 0 ? '' : `(a subagent was at work: ${tasks.join('; ')})`;
}

const MAX_AGENTS = 3;
const MAX_TASK = 110;

/** `do it` means what the agent had proposed. */
function proposed(view: SessionView, turn: TurnView): string {
  const closing = view.turns[turn.number - 2]?.closing ?? '';
  const choice = findChoice(closing);
  if (choice?.asked) return `${choice.topic}: ${choice.options.map(({ title }) => title).join('; ')}`;
  const offer = closingQuestion(closing) || closingOffer(closing);
  const proposal = firstSentences(withoutPastes(closing), 200);
  return isTelling(offer) || proposal === '' ? offer : `what the agent proposed: ${proposal}`;
}
