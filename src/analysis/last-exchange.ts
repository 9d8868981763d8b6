import { cutLines } from '../core/cut-lines.ts';
import { textNotApplied } from './failed-edits.ts';
import { foldPlan, type PlanNow } from './fold-plan.ts';
import { handedPlan } from './handed-plan.ts';
import { joinedLines } from './joined-lines.ts';
import { keptWords } from './kept-words.ts';
import { machinePrompt, unwrapped, withSteps } from './machine-prompt.ts';
import { onceSaid } from './once-said.ts';
import { openPlanSteps, planFile, stepUnderWay } from './open-plan-steps.ts';
import { commonTokens, MIN_COMMON, presentTokens } from './plan-present.ts';
import { namesIn, presentNames } from './present-names.ts';
import { isOwnCommand } from './prompt-kind.ts';
import { promptLines } from './prompt-lines.ts';
import { findProposedPlan } from './proposed-plan.ts';
import { researchWords } from './research.ts';
import { claimedIn, type Place, type Said, toldText, WITH_PLAN } from './said-words.ts';
import { cutWords } from './sentences.ts';
import type { Item, SessionView, TurnView } from './session-view.ts';
import { subagentWords } from './subagent-words.ts';
import { wantedNames } from './wanted-names.ts';
import { wordsOnTheWay } from './words-on-the-way.ts';

/** How much is kept of the newest text of each side, and of each older one. */
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
/** Of the last long text of the agent, when less was said since: that is what the talk is about. */
const LONG = 1600;
const LONG_TURNS = 4;
/** Of a plan that is being carried out, when more was asked for since. */
const OPEN_PLAN = 1500;
/** Of a plan that is being carried out, where hardly anything else was said: what has more would be cut again, and not by its steps. */
const MOST_OF_PLAN = 8000;
const LEAST_OF_PLAN = 5000;
const FEW_OTHERS = 2000;
/** So little was asked that all of it has room. */
const FEW_PROMPTS = 4000;

/** What the user and the agent said to each other last, as it was said: the newest whole, older words cut, newest last. */
export function findLastExchange(view: SessionView, { count }: { readonly count: number }): Item[] {
  const turns = view.turns.filter((turn) => !isOnlyOurs(turn));
  const closed = turns.findLastIndex(({ finished }) => finished);
  const spoke = turns.findLastIndex(({ turn }) => turn.steps.some(({ kind }) => kind === 'text'));
  const brought = [...subagentWords(view), ...researchWords(view), ...textNotApplied(view)];
  const words = turns.flatMap((turn, at) =>
    wordsOf(turn, {
      age: turns.length - 1 - at,
      isOpen: at > closed,
      isNow: at >= closed,
      isNewest: at === spoke,
      present: presentTokens(view),
      brought: at === turns.length - 1 ? brought : [],
    }),
  );
  const newestFirst = withProposal(view, onceSaid(words, NEWEST.user)).reverse();
  const limitOf = limitsFor(newestFirst, { lastTurn: turns.at(-1)?.number ?? 0, names: presentNames(view) });
  const now = {
    open: [...stepUnderWay(view), ...openPlanSteps(view)],
    present: presentTokens(view),
    isRunning: view.turns.at(-1)?.finished === false,
    wanted: wantedNames(view),
  };
  const others = newestFirst.filter((said) => !isHandedPlan(said));
  const length = others.reduce((total, said) => total + Math.min(said.text.length, limitOf(said)), 0);
  const room = Math.max(LEAST_OF_PLAN, MOST_OF_PLAN - Math.max(0, length - FEW_OTHERS));
  const cut = newestFirst.map((said) => shortened(said, limitOf(said), { ...now, room }));
  return keptWords(cut, count)
    .reverse()
    .map(({ text, by, turn }) => ({ text, from: { by, turn } }));
}

function wordsOf(view: TurnView, place: Place): Said[] {
  const { age, isOpen, present } = place;
  const { turn, number, finished } = view;
  const isPlan = handedPlan(turn.prompt) !== undefined;
  const event = machinePrompt(turn.prompt);
  // The code of a plan is what is done now, no paste.
  const isNeeded = (block: string) =>
    isPlan && (block.split('\n').length <= MAX_PLAN_BLOCK || commonTokens(block, present) >= MIN_COMMON);
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

const MAX_EVENT = 200;
const MAX_PLAN_BLOCK = 40;

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

function shortened(said: Said, limit: number, now: Now): Said {
  if (!isHandedPlan(said)) {
    const text = said.most === undefined ? said.text : foldPlan(said.text, now, limit);
    return { ...said, text: cutLines(text, limit, now.wanted) };
  }
  const isNewest = limit === NEWEST.user;
  const isDone = now.open.length === 0 && !(isNewest && now.isRunning);
  if (isDone && said.text.length > OLDER.user) return { ...said, text: titleOfPlan(said.text) };
  const room = isNewest ? now.room : OPEN_PLAN;
  return { ...said, text: cutLines(foldPlan(said.text, now, room), room) };
}

function isHandedPlan({ by, text }: Said): boolean {
  return by === 'user' && handedPlan(text) !== undefined;
}

interface Now extends PlanNow {
  /** For a plan that is being carried out. */
  readonly room: number;
  readonly wanted: readonly string[];
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
