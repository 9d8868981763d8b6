import type { Todo } from '../core/session.ts';
import { aboutToDo, begunIn, doneSince } from './about-to-do.ts';
import { BOUNDS, bounded } from './bounds.ts';
import { commandKind } from './command-kind.ts';
import { pendingTasks } from './compaction.ts';
import { isOtherLanguage, otherLanguages } from './cues.ts';
import { requestText } from './goals.ts';
import { ordersPlan } from './handed-plan.ts';
import { namedSteps } from './named-steps.ts';
import { openPlanSteps } from './open-plan-steps.ts';
import { findChoice } from './options.ts';
import { verificationOf } from './plan-steps.ts';
import { closingOffer, closingQuestion } from './proposals.ts';
import { nextOfRecap } from './recap.ts';
import { cutWords, firstSentences, plainLine, splitSentences, subjectWords, withoutPastes } from './sentences.ts';
import { type Item, isEdit, type SessionView, type TurnView } from './session-view.ts';
import type { TaskList } from './task-list.ts';
import { isTelling } from './telling.ts';
import { closingRequest, waitsForUser } from './waiting.ts';

const HEADING =
  /^(?:next(?: steps?| up| actions?)?|(?:what )?remain(?:s|ing)(?: (?:work|tasks?|items?|steps?|todos?))?|still (?:to do|open|needed|pending|left|missing)|to-?dos?|left to do|what(?:['’]s| is) (?:left|next|remaining|missing)|not (?:yet )?(?:done|implemented|covered)(?: yet)?|follow-?ups?|open (?:items|points|ends|tasks)|outstanding|pending|(?:recommended|suggested) (?:next )?(?:steps|actions))(?: \(.{1,40}\)| for (?:you|the user)| to (?:complete|finish)| on your (?:side|end))?$/i;
const LABEL =
  /^(?:next(?: steps?| up)?|remaining(?: work| tasks?| for you)?|to-?do|still (?:open|to do|pending)|left(?: to do| for you)?|follow-?ups?|outstanding|pending)(?: \([^)]{1,40}\))?\s*[:–—]\s*(.{6,})$/i;
const CUE =
  /\b(?:still (?:need|needs|has to|have to|to be|open|missing)|remains? (?:to|open|unfinished|undone)|not (?:yet )?(?:committed|pushed|deployed|tested|implemented|wired|covered|merged)|haven['’]?t (?:yet )?(?:committed|pushed|run|tested|implemented|updated|touched|merged)|left (?:to do|for later|as a follow)|(?:you|we)(?:['’]ll| will)? (?:may want|need|have|should|might want) to|worth (?:filing|doing|adding|fixing|addressing)|in progress(?!\*{0,2}: ?\d)|only .{1,60} remains?|i(?:['’]ll| will) (?:then |now |next )?(?:finish|score|open|prepare|continue|aggregate|push|fix|add|run|update|implement|follow)|the next steps?(?= (?:is|are|—|–|-) )|(?:waiting|once|when|after)\b.{3,160}[,:;—-] ?(?:then )?i(?:['’]ll| will))\b/i;

/** What comes next: open tasks, the agent's question, what it was about to do, and what its last words leave open. */
export function findNextActions(view: SessionView, tasks: TaskList): Item[] {
  const last = view.turns.at(-1);
  if (last === undefined) return [];
  const todos = tasks.open.map((todo) => ({ text: taskText(todo), from: { by: 'tasks' as const } }));
  const spoken = view.turns.findLast((turn) => turn.closing !== '');
  const isBehind = todos.length > 0 && isOldList(view);
  const waiting = waitsForUser(view);
  // What is begun may be done, and what was rejected is not to be done.
  const isOver = waiting.length > 0 || (doneSince(last) !== '' && !isBehind);
  const announced = (isOver ? [] : aboutToDo(last)).filter(
    ({ text }) => isBehind || !todos.some((todo) => isSameWork(text, todo.text)),
  );
  const isAnnounced = ({ text }: Item) => announced.some((one) => text.endsWith(one.text));
  const open = spoken === last ? leftOpen(last).filter((item) => !isAnnounced(item)) : [];
  const items = [
    ...waiting,
    ...nextOfRecap(view).filter(({ text }) => !open.some((item) => isSameWork(text, item.text))),
    ...(isBehind ? [...announced, ...todos] : [...todos, ...announced]),
    ...planSteps(view, tasks),
    ...namedSteps(view),
    ...open,
    ...summarized(view),
  ];
  // The request itself says what is next only while nothing says it better.
  const found = [items, withoutResult(last), unanswered(view, last)].find((list) => list.length > 0) ?? [];
  return bounded(found, BOUNDS.next_actions);
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
    description === '' || addsNothing(description, text) ? '' : ` — ${cutWords(description, MAX_DESCRIPTION)}`;
  const state = [status === 'in_progress' ? 'in progress' : '', owner === undefined ? '' : `with ${owner}`];
  const remark = state.filter((words) => words !== '').join(', ');
  return `${text}${remark === '' ? '' : ` (${remark})`}${more}`;
}

/** A description may say the title again before it goes on. */
function addsNothing(description: string, title: string): boolean {
  const known = subjectWords(title);
  return [...subjectWords(description)].filter((word) => !known.has(word)).length < MIN_NEW_WORDS;
}

const MIN_NEW_WORDS = 3;
const MAX_DESCRIPTION = 220;
const MAX_REQUEST = 160;

function isSameWork(one: string, other: string): boolean {
  const [mine, theirs] = [subjectWords(one), subjectWords(other)];
  return [...mine].filter((word) => theirs.has(word)).length * 2 > Math.min(mine.size, theirs.size);
}

function unanswered(view: SessionView, last: TurnView): Item[] {
  if (last.finished || last.kind === 'nothing') return [];
  // The whole of what the user asked for is the current task.
  const agreed = last.kind === 'agreement' ? proposed(view, last) : '';
  const request = agreed || cutWords(requestText(view, last), MAX_REQUEST);
  const from = { by: 'user', turn: last.number } as const;
  const verbs = {
    interrupted: 'Continue (interrupted)',
    'api-error': 'Repeat (stopped by an API error)',
    open: 'Finish',
  };
  if (last.kind === 'question') return [{ text: `Answer the user: ${request}`, from }];
  // The request is the current task; how far the agent has come with it says more.
  const begun = begunIn(last);
  if (begun !== undefined && begun.done !== '')
    return [
      {
        text: `${begun.isSeveral ? 'Finish what the agent began' : 'Go on from'}: ${cutWords(begun.doing, MAX_BEGUN)} (since then ${begun.done})`,
        from: { by: 'agent', turn: last.number },
      },
    ];
  const verb = last.turn.steps.length === 0 ? 'Do' : verbs[last.turn.outcome === 'done' ? 'open' : last.turn.outcome];
  const text = [request === '' ? '' : `${verb}: ${request}`, waitsFor(last)].filter((words) => words !== '').join(' ');
  return [{ text, from }];
}

/** Commands that were started last and had not come back. */
function withoutResult({ calls, number, finished }: TurnView): Item[] {
  const back = calls.findLastIndex(({ call }) => call.result !== 'open');
  const started = finished ? [] : calls.slice(back + 1).flatMap(({ call }) => call.command ?? []);
  // A look around is soon done again.
  const open = started.filter((command) => commandKind(command) !== 'look');
  if (open.length === 0) return [];
  const named = open.slice(-MAX_AGENTS).map((command) => `\`${cutWords(command, MAX_TASK)}\``);
  return [{ text: `See what came of ${named.join(', ')}: no result yet`, from: { by: 'command', turn: number } }];
}

function waitsFor({ calls }: TurnView): string {
  const open = calls.filter(({ call }) => call.action === 'agent' && call.result === 'open').slice(-MAX_AGENTS);
  const tasks = open.flatMap(({ call }) => call.description ?? []).map((text) => cutWords(text, MAX_TASK));
  return tasks.length === 0 ? '' : `(a subagent was at work: ${tasks.join('; ')})`;
}

const MAX_AGENTS = 3;
const MAX_TASK = 110;

const MAX_BEGUN = 240;

/** `do it` means what the agent had proposed. */
function proposed(view: SessionView, turn: TurnView): string {
  const closing = view.turns[turn.number - 2]?.closing ?? '';
  const choice = findChoice(closing);
  if (choice?.asked) return `${choice.topic}: ${choice.options.map(({ title }) => title).join('; ')}`;
  const offer = closingQuestion(closing) || closingOffer(closing);
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
  const asked = closingRequest(turn.closing).map((text) => ({ text, from }));
  const listed = [...listUnderHeading(turn.closing), ...labelled(turn.closing)].map((text) => ({ text, from }));
  const sentences = splitSentences(withoutPastes(turn.closing));
  const cued = sentences
    .map((sentence, at) => ({ sentence, before: sentences[at - 1] ?? '' }))
    .filter(({ sentence }) => isLeftOpen(sentence) && !/[?？]\s*$/.test(sentence) && sentence.length >= MIN_SENTENCE)
    .filter(({ sentence }) => ![...listed, ...asked].some(({ text }) => saysSame(sentence, text)))
    .slice(-4)
    // `After that, I'll run it again` says nothing without what stands before it.
    .map(({ sentence, before }) =>
      /^(?:after|once|when) (?:that|this|it)\b/i.test(sentence) ? `${before} ${sentence}` : sentence,
    )
    .map((sentence) => ({ text: `Agent: ${sentence}`, from }));
  return [...asked, ...listed, ...cued];
}

/** `Not pushed.` is a state that git knows. */
const MIN_SENTENCE = 16;

function saysSame(sentence: string, item: string): boolean {
  const words = item.replace(/^Waiting for the user: /, '').slice(0, 40);
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

/** Nobody has agreed to these yet. */
const PROPOSES = /^(?:next|recommended|suggested|follow)(?!.*\b(?:you|your|user)\b)/i;

/** The bullets below a heading that speaks of what remains. */
function listUnderHeading(text: string): string[] {
  const found: string[] = [];
  let inside = false;
  let by = '';
  for (const line of withoutPastes(text).split('\n')) {
    const plain = plainLine(line);
    if (HEADING.test(plain.replace(/[:.]$/, '').trim())) {
      inside = true;
      by = PROPOSES.test(plain) ? 'Proposed by the agent: ' : '';
    } else if (inside && /^\s*(?:[-*+•]|\d{1,2}[.)])\s/.test(line))
      found.push(`${by}${plain.replace(/^\d{1,2}[.)]\s*/, '')}`);
    else if (inside && plain !== '' && !/^\s{2,}/.test(line)) inside = false;
  }
  return found.filter((item) => !/^(?:Proposed by the agent: )?(?:none|nothing)\b/i.test(item)).slice(0, 12);
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
