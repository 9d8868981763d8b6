import { begunIn, doneSince } from './about-to-do.ts';
import { commandKind, kindsOf, partOfKind } from './command-kind.ts';
import { withoutDirectory } from './command-outcome.ts';
import { requestText } from './goals.ts';
import { isWait } from './in-flight.ts';
import { findChoice } from './options.ts';
import { closingOffer, closingQuestion } from './proposals.ts';
import { isSameWork } from './same-work.ts';
import { cutWords, firstSentences, splitSentences, subjectWords, withoutPastes } from './sentences.ts';
import { type Item, isEdit, type SessionView, type TurnView } from './session-view.ts';
import { isTelling } from './telling.ts';

const MAX_REQUEST = 160;

/** What is left of a request that the agent has not answered, where nothing says it better. */
export function unanswered(view: SessionView, last: TurnView): Item[] {
  if (last.finished || last.kind === 'nothing' || saidDone(last)) return [];
  // The whole of what the user asked for is the current task.
  const agreed = last.kind === 'agreement' ? proposed(view, last) : '';
  const request = agreed || cutWords(requestText(view, last), MAX_REQUEST);
  const from = { by: 'user', turn: last.number } as const;
  if (last.kind === 'question') return [{ text: `Answer the user: ${request}`, from }];
  const awaited = waitsFor(last);
  if (owesReport(last)) return [{ text: `Report to the user: ${request} ${awaited || howFar(last)}`.trim(), from }];
  // The words of a reply say nothing of what is to be done.
  const isReply =
    last.kind === 'answer' &&
    last.turn.outcome === 'open' &&
    last.turn.steps.length > 0 &&
    request === cutWords(last.words, MAX_REQUEST);
  const order = isReply ? '' : request;
  const underWay = last.turn.outcome === 'open' ? goOn(last, order) : '';
  if (underWay !== '') return [{ text: underWay, from: { by: 'agent', turn: last.number } }];
  const text = [order === '' ? '' : `${verbOf(last)}: ${order}`, awaited];
  return [{ text: text.filter((words) => words !== '').join(' '), from }].filter((item) => item.text !== '');
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

/** The request, and how far the agent has come with it. */
function goOn(last: TurnView, order: string): string {
  const begun = begunIn(last);
  const passed = passedSinceEdit(last);
  if (passed !== '') {
    const left = begun === undefined ? 'the request' : `“${cutWords(begun.doing, MAX_BEGUN)}”`;
    return `\`${passed}\` passed after the last edit, and the agent only looked since: report, or go on with what is left of ${left}`;
  }
  if (begun?.isSeveral && begun.done !== '')
    return `Finish what the agent began: ${cutWords(begun.doing, MAX_BEGUN)} (since then ${begun.done})`;
  const delivered = deliveredLast(last);
  if (delivered !== '') return `Report to the user: \`${delivered}\` went well`;
  if (waitsFor(last) !== '') return '';
  const far = howFar(last);
  if (far === '' || !isTelling(order)) return far === '' ? '' : `Go on from ${far.slice(1, -1)}`;
  return `${verbOf(last)}: ${order} ${far}`;
}

/** What the agent of a running turn said last, and what it did then. */
function howFar(last: TurnView): string {
  const begun = begunIn(last);
  const done = begun?.done ?? doneSince(last);
  const said = begun === undefined ? lastWords(last) : begun.doing;
  if (said === '') return '';
  return `(the agent’s last words: “${cutWords(said, MAX_SAID)}”${done === '' ? '' : `, since then ${done}`})`;
}

/** The test that passed last, where nothing was edited, failed or begun after it. */
function passedSinceEdit({ calls }: TurnView): string {
  const edit = calls.findLastIndex(isEdit);
  const since = calls.slice(edit + 1).filter(({ call }) => call.action !== 'read' && call.action !== 'search');
  const done = since.filter(({ call }) => !isWait(call) && commandKind(call.command ?? '') !== 'look');
  const test = done.at(-1);
  const isGreen = done.every(({ call, failed }) => call.action === 'command' && call.result === 'ok' && !failed);
  const part = partOfKind(test?.call.command ?? '', 'test') ?? '';
  return edit >= 0 && isGreen && calls.at(-1) !== test ? cutWords(part, MAX_TASK) : '';
}

/** A push, a pull request, or the commit that the user asked for, at the end of a turn that lacks its last words. */
function deliveredLast({ turn: { steps }, calls, words }: TurnView): string {
  // The list is ticked off after it.
  const entry = calls.findLast(({ call }) => call.action !== 'plan');
  if (steps.at(-1)?.kind !== 'tool' || entry === undefined || entry.failed || entry.call.result !== 'ok') return '';
  const part = kindsOf(entry.call.command ?? '').findLast((one) => one.kind === 'deliver')?.text ?? '';
  const isEnd = /^git\b.{0,60} push\b|^gh pr create\b/.test(part) || (/\bcommit\b/i.test(words) && part !== '');
  return isEnd && commandKind(entry.call.command ?? '') === 'deliver' ? cutWords(part, MAX_TASK) : '';
}

/** The end of what the agent said last, in any language. */
function lastWords({ turn: { steps } }: TurnView): string {
  const said = steps.findLast((step) => step.kind === 'text');
  const sentences = splitSentences(withoutPastes(said?.kind === 'text' ? said.text : ''));
  const last = sentences.at(-1) ?? '';
  const words = (last.length < MIN_WORDS ? sentences.slice(-2).join(' ') : last).replace(/[:.]$/, '');
  return subjectWords(words).size < MIN_TOLD ? '' : words;
}

const MIN_WORDS = 40;
const MIN_TOLD = 3;

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
  return before
    .slice(since)
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
  return [{ text: `See how ${named.join(', ')} ended: no result yet`, from: { by: 'command', turn: number } }];
}

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

const MAX_BEGUN = 240;
const MAX_SAID = 140;

/** `do it` means what the agent had proposed. */
function proposed(view: SessionView, turn: TurnView): string {
  const closing = view.turns[turn.number - 2]?.closing ?? '';
  const choice = findChoice(closing);
  if (choice?.asked) return `${choice.topic}: ${choice.options.map(({ title }) => title).join('; ')}`;
  const offer = closingQuestion(closing) || closingOffer(closing);
  const proposal = firstSentences(withoutPastes(closing), 200);
  return isTelling(offer) || proposal === '' ? offer : `what the agent proposed: ${proposal}`;
}
