import type { Todo } from '../core/session.ts';
import { aboutToDo, doneSince } from './about-to-do.ts';
import { BOUNDS, bounded } from './bounds.ts';
import { pendingTasks } from './compaction.ts';
import { isOtherLanguage, otherLanguages } from './cues.ts';
import { requestText } from './goals.ts';
import { ordersPlan } from './handed-plan.ts';
import { openPlanSteps } from './open-plan-steps.ts';
import { findChoice } from './options.ts';
import { verificationOf } from './plan-steps.ts';
import { closingQuestion, isEmptyQuestion } from './proposals.ts';
import { cutWords, firstSentences, plainLine, splitSentences, subjectWords, withoutPastes } from './sentences.ts';
import { type Item, isEdit, type SessionView, type TurnView } from './session-view.ts';
import type { TaskList } from './task-list.ts';
import { isTelling } from './telling.ts';

const HEADING =
  /^(?:next(?: steps?| up| actions?)?|(?:what )?remain(?:s|ing)(?: (?:work|tasks?|items?|steps?|todos?))?|still (?:to do|open|needed|pending|left|missing)|to-?dos?|left to do|what(?:['’]s| is) (?:left|next|remaining|missing)|not (?:yet )?(?:done|implemented|covered)(?: yet)?|follow-?ups?|open (?:items|points|ends|tasks)|outstanding|pending)(?: \(.{1,40}\))?$/i;
const LABEL =
  /^(?:next(?: steps?| up)?|remaining(?: work| tasks?| for you)?|to-?do|still (?:open|to do|pending)|left(?: to do| for you)?|follow-?ups?|outstanding|pending)(?: \([^)]{1,40}\))?\s*[:–—]\s*(.{6,})$/i;
const CUE =
  /\b(?:still (?:need|needs|has to|have to|to be|open|missing|running)|remains? (?:to|open|unfinished|undone)|not (?:yet )?(?:committed|pushed|deployed|tested|implemented|wired|covered|merged)|haven['’]?t (?:yet )?(?:committed|pushed|run|tested|implemented|updated|touched|merged)|left (?:to do|for later|as a follow)|(?:you|we)(?:['’]ll| will)? (?:may want|need|have|should|might want) to|worth (?:filing|doing|adding|fixing|addressing)|in progress(?!\*{0,2}: ?\d)|only .{1,60} remains?|i(?:['’]ll| will) (?:then |now |next )?(?:finish|score|open|prepare|continue|aggregate|push|fix|add|run|update|implement|follow)|the next steps?(?= (?:is|are|—|–|-) )|(?:waiting|once|when|after)\b.{3,160}[,:;—-] ?(?:then )?i(?:['’]ll| will))\b/i;

/** What comes next: open tasks, the agent's question, what it was about to do, and what its last words leave open. */
export function findNextActions(view: SessionView, tasks: TaskList): Item[] {
  const last = view.turns.at(-1);
  if (last === undefined) return [];
  const todos = tasks.open.map((todo) => ({ text: taskText(todo), from: { by: 'tasks' as const } }));
  const spoken = view.turns.findLast((turn) => turn.closing !== '');
  const isBehind = todos.length > 0 && isOldList(view);
  // What is begun may be done.
  const announced = (doneSince(last) !== '' && !isBehind ? [] : aboutToDo(last)).filter(
    ({ text }) => isBehind || !todos.some((todo) => isSameWork(text, todo.text)),
  );
  const isAnnounced = ({ text }: Item) => announced.some((one) => text.endsWith(one.text));
  const items = [
    ...askedOfUser(view),
    ...(isBehind ? [...announced, ...todos] : [...todos, ...announced]),
    ...planSteps(view, tasks),
    ...(spoken === last ? leftOpen(last).filter((item) => !isAnnounced(item)) : []),
    ...summarized(view),
  ];
  // The request itself says what is next only while nothing says it better.
  return bounded(items.length > 0 ? items : unanswered(view, last), BOUNDS.next_actions);
}

/** Files were edited, and the agent spoke again, since it last looked at its list: what it says is newer. */
function isOldList({ turns, calls }: SessionView): boolean {
  const kept = calls.findLastIndex(({ call }) => call.action === 'plan');
  const said = turns.at(-1)?.turn.steps.findLast((step) => step.kind === 'text');
  const edits = calls.slice(kept + 1).filter((entry) => isEdit(entry));
  return kept >= 0 && said?.kind === 'text' && edits.some((entry) => entry.said !== said.text);
}

/** A task with what the agent wrote down about it. */
function taskText({ text, status, description = '', owner }: Todo): string {
  const more =
    description === '' || isSameWork(description, text) ? '' : ` — ${cutWords(description, MAX_DESCRIPTION)}`;
  const state = [status === 'in_progress' ? 'in progress' : '', owner === undefined ? '' : `with ${owner}`];
  const remark = state.filter((words) => words !== '').join(', ');
  return `${text}${remark === '' ? '' : ` (${remark})`}${more}`;
}

const MAX_DESCRIPTION = 160;
const MAX_REQUEST = 160;
const MAX_BEGUN_REQUEST = 90;

function isSameWork(one: string, other: string): boolean {
  const [mine, theirs] = [subjectWords(one), subjectWords(other)];
  return [...mine].filter((word) => theirs.has(word)).length * 2 > Math.min(mine.size, theirs.size);
}

/** Questions of the agent that wait for an answer. */
function askedOfUser(view: SessionView): Item[] {
  // A question that the session went on after is not open any more.
  if (view.calls.at(-1)?.call.action !== 'question') return [];
  return view.session.answers
    .filter(({ answer }) => answer === undefined)
    .slice(-3)
    .map(({ question }) => ({ text: `Answer the agent: ${question}`, from: { by: 'question' as const } }));
}

function unanswered(view: SessionView, last: TurnView): Item[] {
  if (last.finished || last.kind === 'nothing') return [];
  // The whole of what the user asked for is the current task.
  const request =
    last.kind === 'agreement'
      ? proposed(view, last)
      : cutWords(requestText(view, last), begun(last) === '' ? MAX_REQUEST : MAX_BEGUN_REQUEST);
  const verbs = {
    interrupted: 'Continue (interrupted)',
    'api-error': 'Repeat (stopped by an API error)',
    open: 'Finish',
  };
  if (last.kind === 'question')
    return [{ text: `Answer the user: ${request}`, from: { by: 'user', turn: last.number } }];
  const verb = last.turn.steps.length === 0 ? 'Do' : verbs[last.turn.outcome === 'done' ? 'open' : last.turn.outcome];
  const text = [request === '' ? '' : `${verb}: ${request}`, begun(last)].filter((words) => words !== '').join(' ');
  return [{ text, from: { by: 'user', turn: last.number } }];
}

/** How far a turn has come: what the agent last said that it does, and what it did since. */
function begun(last: TurnView): string {
  const doing = aboutToDo(last).at(-1)?.text ?? '';
  const done = doneSince(last);
  if (doing === '' || done === '') return '';
  return `(last begun: ${cutWords(doing, MAX_BEGUN)}; since then ${done})`;
}

const MAX_BEGUN = 110;

/** `do it` means what the agent had proposed. */
function proposed(view: SessionView, turn: TurnView): string {
  const closing = view.turns[turn.number - 2]?.closing ?? '';
  const choice = findChoice(closing);
  if (choice?.asked) return `${choice.topic}: ${choice.options.map(({ title }) => title).join('; ')}`;
  const offer = closingQuestion(closing);
  const proposal = firstSentences(withoutPastes(closing), 200);
  return isTelling(offer) || proposal === '' ? offer : `what the agent proposed: ${proposal}`;
}

/** The open steps of an approved plan, unless a task list took it over. */
function planSteps(view: SessionView, tasks: TaskList): Item[] {
  const plan = view.session.plans.findLast((one) => one.approved);
  if (plan === undefined || view.session.todos.length > 0 || tasks.abandoned.length > 0) return [];
  // The turn that was to implement it came to its end, and the user went on.
  const ordered = view.turns.findLast(({ turn }) => ordersPlan(turn.prompt));
  if (ordered?.finished && ordered.number < view.turns.length) return [];
  const open = openPlanSteps(view);
  const isRunning = ordered !== undefined && !ordered.finished && view.calls.some(isEdit);
  return (open.length === 0 && isRunning ? verificationOf(plan.text) : open)
    .slice(0, 10)
    .map((text) => ({ text, from: { by: 'plan' as const } }));
}

function leftOpen(turn: TurnView): Item[] {
  const from = { by: 'agent', turn: turn.number } as const;
  const asked = [...openQuestion(turn.closing), ...offered(turn.closing)].slice(0, 1).map((text) => ({ text, from }));
  const listed = [...listUnderHeading(turn.closing), ...labelled(turn.closing)].map((text) => ({ text, from }));
  const cued = splitSentences(withoutPastes(turn.closing))
    .filter((sentence) => isLeftOpen(sentence) && !/[?？]\s*$/.test(sentence) && sentence.length >= 8)
    .filter((sentence) => ![...listed, ...asked].some(({ text }) => saysSame(sentence, text)))
    .slice(-4)
    .map((sentence) => ({ text: `Agent: ${sentence}`, from }));
  return [...asked, ...listed, ...cued];
}

function saysSame(sentence: string, item: string): boolean {
  const words = item.replace(/^Answer the agent: /, '').slice(0, 40);
  return sentence.includes(words) || item.includes(sentence);
}

/** `Not pushed, as you asked` leaves nothing to do. */
const AS_WISHED =
  /\b(?:per your (?:instructions?|request|wish)|as (?:you )?(?:asked|instructed|requested|wished|agreed)|as per your)\b/i;

function isLeftOpen(sentence: string): boolean {
  if (AS_WISHED.test(sentence)) return false;
  // What git has not been told of is no work.
  if (/\buntracked\b/i.test(sentence)) return false;
  return CUE.test(sentence) || (isOtherLanguage(sentence) && otherLanguages.remaining.test(sentence));
}

const OFFER =
  /^(?:(?:and|but) )?if (?:you['’]?d? (?:like|want|prefer|wish)|useful|helpful)[^,]{0,20}, (i can (?:also |now |next )?.{20,})$/i;

/** `If you’d like, I can note it in the workflow`: what the agent would do next, at the end of its words. */
function offered(closing: string): string[] {
  const said = splitSentences(withoutPastes(closing))
    .slice(-3)
    .flatMap((sentence) => OFFER.exec(sentence)?.[1] ?? []);
  return said.slice(-1).map((offer) => `Answer the agent, who offers: ${offer}`);
}

/** The question that the agent ends with, with the options that it offers, or what it is about. */
function openQuestion(closing: string): string[] {
  const question = closingQuestion(closing);
  if (question === '' || isEmptyQuestion(question)) return [];
  const choice = findChoice(closing);
  const isAboutOptions =
    choice !== undefined &&
    (choice.asked || /\boption [a-h1-9]\b/i.test(question)) &&
    closing.replaceAll('**', '').lastIndexOf(choice.options.at(-1)?.text.slice(0, 30) ?? '\0') > closing.length / 3;
  if (!isAboutOptions) return [`Answer the agent: ${question}`];
  const options = choice.options.map(({ key, title }) => `${key}: ${title}`).join('; ');
  return [`Answer the agent: ${choice.topic === '' ? question : `${choice.topic}?`} (${options})`];
}

/** The bullets below a heading that speaks of what remains. */
function listUnderHeading(text: string): string[] {
  const found: string[] = [];
  let inside = false;
  for (const line of withoutPastes(text).split('\n')) {
    const plain = plainLine(line);
    if (HEADING.test(plain.replace(/[:.]$/, '').trim())) inside = true;
    else if (inside && /^\s*(?:[-*+•]|\d{1,2}[.)])\s/.test(line)) found.push(plain.replace(/^\d{1,2}[.)]\s*/, ''));
    else if (inside && plain !== '' && !/^\s{2,}/.test(line)) inside = false;
  }
  return found.filter((item) => !/^(?:none|nothing)\b/i.test(item)).slice(0, 12);
}

function labelled(text: string): string[] {
  return withoutPastes(text)
    .split('\n')
    .flatMap((line) => [plainLine(line), ...splitSentences(line)])
    .flatMap((sentence) => LABEL.exec(sentence)?.[1] ?? [])
    .filter((item) => !/^(?:none|nothing)\b/i.test(item))
    .map((item) => cutWords(item, BOUNDS.next_actions.length));
}

/** A session that ends right after its context was compacted has its open ends in the summary. */
function summarized(view: SessionView): Item[] {
  const summary = view.session.compactions.at(-1);
  if (summary === undefined || view.turns.some((turn) => turn.calls.length > 0)) return [];
  return pendingTasks(summary).map((text) => ({ text, from: { by: 'summary' } }));
}
