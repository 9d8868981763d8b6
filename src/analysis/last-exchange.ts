import { cutLines } from '../core/cut-lines.ts';
import { withoutScraps } from './agent-sentences.ts';
import { claimIn } from './claims.ts';
import { doneAfter } from './done-after.ts';
import { asksForDraft, withDraft } from './draft.ts';
import { flatProse } from './flat-prose.ts';
import { foldPlan, type PlanNow } from './fold-plan.ts';
import { handedPlan } from './handed-plan.ts';
import { joinedLines } from './joined-lines.ts';
import { machinePrompt, unwrapped, withSteps } from './machine-prompt.ts';
import { isNarration } from './narration.ts';
import { openPlanSteps, planFile, stepUnderWay } from './open-plan-steps.ts';
import { commonTokens, MIN_COMMON, presentTokens } from './plan-present.ts';
import { namesIn, presentNames } from './present-names.ts';
import { isOwnCommand } from './prompt-kind.ts';
import { promptLines } from './prompt-lines.ts';
import { findProposedPlan } from './proposed-plan.ts';
import { cutWords, splitSentences } from './sentences.ts';
import type { Item, SessionView, TurnView } from './session-view.ts';
import { proposesPlan, withSpokenPlan } from './spoken-plan.ts';

/** How much is kept of the newest text of each side, of each older one, and of all together. */
const NEWEST = { user: 2500, agent: 3500 } as const;
const OLDER = { user: 600, agent: 2000 } as const;
/** Of what the agent said in older turns, the turn before the last first: what was closed a while ago is hardly asked for again. */
const FADING = [OLDER.agent, 1200, 800, 500] as const;
const FADED = 350;
/** So many names of the present in it, and it has not faded. */
const MIN_NAMES = 4;
/** Of what the newest prompt answers: its options and its list are what `yes, the second` means. */
const ANSWERED = 2500;
const MAX_REPLY = 80;
/** Of one that asks about a draft, with the draft; of a plan that waits for an answer, which is nowhere else. */
const WITH_DRAFT = 5000;
const WITH_PLAN = 10_000;
/** So many turns later, the answer has been worked in. */
const DRAFT_TURNS = 1;
/** Of the last long text of the agent, when less was said since: that is what the talk is about. */
const LONG = 1600;
const LONG_TURNS = 4;
/** Of a plan that is being carried out, and of one when more was asked for since. */
const NEWEST_PLAN = 5000;
const OPEN_PLAN = 1500;
const ALL = 13_000;
/** So little was asked that all of it has room. */
const FEW_PROMPTS = 4000;
/** Of turns that had no end yet, what was said last is all that is known of where they stand: the very last words whatever they say. */
const RUNNING = 12;
const NEAREST = 3;
/** The user's last prompts stay, however much the agent said between them. */
const LAST_PROMPTS = 10;
/** `Now update the tests:` says nothing afterwards. */
const MIN_COMMENTARY = 60;

/** What the user and the agent said to each other last, as it was said: the newest whole, older words cut, newest last. */
export function findLastExchange(view: SessionView, { count }: { readonly count: number }): Item[] {
  const turns = view.turns.filter((turn) => !isOnlyOurs(turn));
  const closed = turns.findLastIndex(({ finished }) => finished);
  const spoke = turns.findLastIndex(({ turn }) => turn.steps.some(({ kind }) => kind === 'text'));
  const words = turns.flatMap((turn, at) =>
    wordsOf(turn, {
      age: turns.length - 1 - at,
      isOpen: at > closed,
      isNow: at >= closed,
      isNewest: at === spoke,
      present: presentTokens(view),
    }),
  );
  const newestFirst = withProposal(view, words).reverse();
  const limitOf = limitsFor(newestFirst, { lastTurn: turns.at(-1)?.number ?? 0, names: presentNames(view) });
  const now = {
    open: [...stepUnderWay(view), ...openPlanSteps(view)],
    present: presentTokens(view),
    isRunning: view.turns.at(-1)?.finished === false,
  };
  const cut = newestFirst.map((said) => shortened(said, limitOf(said), now));
  const prompts = cut.filter(({ by, minor }) => by === 'user' && !minor).slice(0, Math.min(LAST_PROMPTS, count));
  const kept = new Set(prompts);
  let room = ALL - prompts.reduce((total, { text }) => total + text.length, 0);
  const others = cut.filter((said) => !kept.has(said) && (said.by === 'agent' || said.minor));
  for (const said of [...others.filter(({ minor }) => !minor), ...others.filter(({ minor }) => minor)]) {
    room -= said.text.length;
    if (room < 0 || kept.size === count) break;
    kept.add(said);
  }
  return cut
    .filter((said) => kept.has(said))
    .reverse()
    .map(({ text, by, turn }) => ({ text, from: { by, turn } }));
}

interface Said {
  readonly by: 'user' | 'agent';
  readonly turn: number;
  readonly text: string;
  /** Comes when the rest had its room: said on the way to a report, or by a program in the user's place. */
  readonly minor: boolean;
  /** How much of it is told at least: of a draft that its end asks about, of a plan. */
  readonly most?: number | undefined;
}

interface Place {
  /** How many turns came after it. */
  readonly age: number;
  /** Neither it nor a later turn came to its end. */
  readonly isOpen: boolean;
  /** No later turn came to its end: what it ends with is what is carried out. */
  readonly isNow: boolean;
  /** The agent has said nothing later. */
  readonly isNewest: boolean;
  readonly present: ReadonlySet<string>;
}

function wordsOf(view: TurnView, place: Place): Said[] {
  const { age, isOpen, present } = place;
  const { turn, number, finished } = view;
  const isPlan = handedPlan(turn.prompt) !== undefined;
  const event = machinePrompt(turn.prompt);
  // The commands of a plan are what is done now, no paste.
  const isNeeded = (block: string) => isPlan && commonTokens(block, present) >= MIN_COMMON;
  // What a command always says is the present order only while it is carried out.
  const said = age === 0 ? withSteps(turn) : unwrapped(turn.prompt);
  const prompt =
    event === undefined ? promptLines(said, isNeeded) : cutWords(`[${event.name}] ${event.words}`, MAX_EVENT);
  const isNone = prompt === '' || isOwnCommand(prompt);
  const asked = isNone ? [] : [{ by: 'user' as const, turn: number, text: prompt, minor: event !== undefined }];
  return [...asked, ...(isOpen ? wordsOnTheWay(view, place) : wordsOfClosed(view, place, finished))];
}

/** The report of a turn, and what was claimed on the way to it. */
function wordsOfClosed({ turn, number }: TurnView, place: Place, finished: boolean): Said[] {
  const spoken = turn.steps.flatMap((step) => (step.kind === 'text' ? [step.text] : []));
  const last = spoken.length - 1;
  const texts = spoken.map((text, at) => toldText(text, place, at === last));
  return texts.flatMap(({ text, most }, at) => {
    const isReport = finished && at === last;
    const told = isReport ? text : claimedIn(text);
    if (told === '' || text === texts[at + 1]?.text) return [];
    return [{ by: 'agent' as const, turn: number, text: told, minor: finished && !isReport, most }];
  });
}

/** Of a turn without an end, what the agent said and what it did then: nothing else tells how far it has come. */
function wordsOnTheWay(view: TurnView, place: Place): Said[] {
  const { steps } = view.turn;
  const last = steps.findLastIndex((step) => step.kind === 'text');
  const spoken = steps.flatMap((step, at) =>
    step.kind === 'text' ? [{ ...toldText(step.text, place, at === last), done: doneAfter(view, at) }] : [],
  );
  return spoken.flatMap(({ text, most, done }, at) => {
    const left = spoken.length - at;
    const isNear = left <= NEAREST || (left <= RUNNING && (done !== '' || isTelling(text)));
    const told = isNear ? text : claimedIn(text);
    if (told === '' || text === spoken[at + 1]?.text) return [];
    const then = isNear && done !== '' ? `\n(then: ${done})` : '';
    return [{ by: 'agent' as const, turn: view.number, text: `${told}${then}`, minor: false, most }];
  });
}

/** Words without their marks: a plan with its headings, the draft and the code that the user is shown last. */
function toldText(said: string, place: Place, isLast: boolean): Pick<Said, 'text' | 'most'> {
  const text = withoutScraps(said, '…');
  const code = place.isNewest && isLast ? 'whole' : 'short';
  if (proposesPlan(text)) {
    const carriedOut = place.isNow ? NEWEST_PLAN : undefined;
    const isUnanswered = place.age === 0;
    return { text: withSpokenPlan(text, isUnanswered, code), most: isUnanswered ? WITH_PLAN : carriedOut };
  }
  if (!isLast || place.age > DRAFT_TURNS || !asksForDraft(text))
    return { text: flatProse(text, code), most: undefined };
  return { text: flatProse(withDraft(text), code), most: WITH_DRAFT };
}

const MAX_EVENT = 200;

/** The plan stands behind what the agent said when it proposed it. */
function withProposal(view: SessionView, words: readonly Said[]): Said[] {
  const [plan, file] = [findProposedPlan(view), planFile(view)];
  if (plan === undefined) return [...words];
  const at = words.findLastIndex(({ turn }) => turn <= plan.turn) + 1;
  const state = plan.rejected ? 'rejected by the user' : 'not answered yet';
  // What stands in a file needs no more than its headings.
  const where = file === undefined ? '' : ` (${file})`;
  const text = `Proposed plan${where}, ${state}:\n${promptLines(joinedLines(plan.text))}`;
  return words.toSpliced(at, 0, {
    by: 'agent',
    turn: plan.turn,
    text,
    minor: false,
    most: file === undefined ? WITH_PLAN : OLDER.agent,
  });
}

/** How long each text may be, by what was said since. */
function limitsFor(
  newestFirst: readonly Said[],
  { lastTurn, names }: { readonly lastTurn: number; readonly names: ReadonlySet<string> },
): (said: Said) => number {
  const newest = (by: Said['by']) => newestFirst.find((said) => said.by === by && !said.minor);
  // `go` and `yes, do that` leave the order to the prompt before.
  const [last, before] = newestFirst.filter(({ by, minor }) => by === 'user' && !minor);
  const order = last !== undefined && last.text.length <= MAX_REPLY ? before : undefined;
  const answered = newestFirst
    .slice(newestFirst.findIndex(({ by, minor }) => by === 'user' && !minor) + 1)
    .find(({ by, minor }) => by === 'agent' && !minor);
  const asked = newestFirst.filter(({ by, minor }) => by === 'user' && !minor);
  const length = asked.reduce((total, { text }) => total + Math.min(text.length, NEWEST.user), 0);
  const long = newestFirst.find(({ by, minor, text }) => by === 'agent' && !minor && text.length > FADING[1]);
  return (said) => {
    if (said.most !== undefined) return said.most;
    if (said === newest(said.by) || said === order) return NEWEST[said.by];
    if (said === answered) return ANSWERED;
    if (said.by === 'user' && length <= FEW_PROMPTS && handedPlan(said.text) === undefined) return NEWEST.user;
    if (said === long && said.turn > lastTurn - LONG_TURNS) return LONG;
    return said.by === 'user' ? OLDER.user : faded(said, lastTurn - said.turn, names);
  };
}

function faded({ text }: Said, turnsAgo: number, names: ReadonlySet<string>): number {
  const most = FADING[Math.max(0, turnsAgo - 1)] ?? FADED;
  const isOfPresent = most < LONG && namesIn(text).filter((name) => names.has(name)).length >= MIN_NAMES;
  return isOfPresent ? LONG : most;
}

function shortened(said: Said, limit: number, now: PlanNow): Said {
  const isHanded = said.by === 'user' && handedPlan(said.text) !== undefined;
  if (!isHanded) {
    const text = said.most === undefined ? said.text : foldPlan(said.text, now, limit);
    return { ...said, text: cutLines(text, limit) };
  }
  const isNewest = limit === NEWEST.user;
  const isDone = now.open.length === 0 && !(isNewest && now.isRunning);
  if (isDone && said.text.length > OLDER.user) return { ...said, text: titleOfPlan(said.text) };
  const room = isNewest ? NEWEST_PLAN : OPEN_PLAN;
  return { ...said, text: cutLines(foldPlan(said.text, now, room), room) };
}

/** Of a plan that is carried out, what it was about. */
function titleOfPlan(prompt: string): string {
  const lines = prompt.split('\n');
  return `${lines.slice(0, lines.findIndex((line) => line.startsWith('#')) + 1).join('\n')} …`;
}

/** What the agent says about a save is no part of the work. */
function isOnlyOurs({ turn, calls }: TurnView): boolean {
  return isOwnCommand(turn.prompt) && calls.length === 0;
}

/** More than that something is about to be looked at. */
function isTelling(text: string): boolean {
  return text.length >= MIN_COMMENTARY && splitSentences(text).some((sentence) => !isNarration(sentence));
}

/** A remark on the way without what the agent was about to do; empty when it claims nothing. */
function claimedIn(text: string): string {
  if (!isMoreThanNarration(text)) return '';
  if (text.includes('\n')) return text;
  return splitSentences(text)
    .filter((sentence) => claimIn(sentence) !== '' && (sentence.length >= MIN_COMMENTARY || /[`\d/]/.test(sentence)))
    .join(' ');
}

/** `Let me look at the tests now.` says nothing afterwards. */
function isMoreThanNarration(text: string): boolean {
  return text.length >= MIN_COMMENTARY && splitSentences(text).some((sentence) => claimIn(sentence) !== '');
}
