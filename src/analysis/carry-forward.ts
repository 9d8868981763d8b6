import { type FieldRow, fieldsOf, type ListField, type TextField } from '../core/analysis-fields.ts';
import type { Analysis, Evidence } from '../core/note.ts';
import { BOUNDS } from './bounds.ts';
import { plainWords } from './plain-words.ts';
import { isShift } from './prompt-kind.ts';
import { cutWords } from './sentences.ts';

export interface CarryOptions {
  /** The new session only talked, or there was none: open ends stay as they were. */
  readonly idle?: boolean;
  /** Some check passed in the new session. */
  readonly green?: boolean;
  /** The predecessor told of this very session; a session that was copied is known by its first words. */
  readonly sameSession?: boolean;
  /** The user said anew what the problem is. */
  readonly restated?: boolean;
}

/** How many decisions keep their whole text; older ones are shortened, never dropped. */
const WHOLE_DECISIONS = 40;
const SHORT_DECISION = 110;
const MOST_DECISIONS = 250;
const MOST_RULES = 60;

type OpenField = Extract<FieldRow, { readonly openEnd: true }>['name'];

/** A fresh analysis on top of what the line of work knew before. Each section has its own rule. */
export function carryForward(predecessor: Analysis | undefined, fresh: Analysis, options: CarryOptions = {}): Analysis {
  if (predecessor === undefined) return fresh;
  const { idle = false, green = false, sameSession = false, restated = false } = options;
  const isOutdated = (field: TextField) => sameSession && fresh[field] !== '' && isOwn(predecessor.evidence?.[field]);
  // A slash command stands for the goal only until there is one.
  const isOnlyCommand = (field: TextField) => isOutdated(field) && /^[/$]/.test(predecessor[field]);
  const keepsIntent = fresh.session_intent === '' || !isShift(predecessor.session_intent, fresh.session_intent);
  // A session about something else starts with a problem of its own.
  const keepsProblem = predecessor.problem !== '' && !restated && (sameSession || keepsIntent || fresh.problem === '');
  const left = (field: OpenField) => leftBefore(predecessor, field, sameSession);
  const lists: Partial<Record<ListField, readonly string[]>> = {
    decisions: foldDecisions(union(withoutShortened(predecessor.decisions, fresh.decisions), fresh.decisions)),
    technical_context: updateContext(predecessor.technical_context, fresh.technical_context),
    findings: union(predecessor.findings, fresh.findings).slice(-BOUNDS.findings.count),
    last_prompts: orElse(fresh.last_prompts, predecessor.last_prompts),
    play_by_play: joinStory(predecessor, fresh.play_by_play, sameSession),
    current_state: idle
      ? union(fresh.current_state, withoutMoment(predecessor, left('current_state'))).slice(
          0,
          BOUNDS.current_state.count,
        )
      : fresh.current_state,
    next_actions: idle
      ? union(fresh.next_actions, left('next_actions')).slice(0, BOUNDS.next_actions.count)
      : fresh.next_actions,
    blockers: union(
      fresh.blockers,
      left('blockers').filter((blocker) => idle || stillBlocks(evidenceFor(predecessor, 'blockers', blocker), green)),
    ).slice(0, BOUNDS.blockers.count),
    user_rules: union(predecessor.user_rules, fresh.user_rules).slice(-MOST_RULES),
    relevant_docs: union(fresh.relevant_docs, predecessor.relevant_docs).slice(0, BOUNDS.relevant_docs.count),
  };
  const carried: Analysis = {
    ...fresh,
    ...lists,
    problem: keepsProblem && !isOnlyCommand('problem') ? predecessor.problem : fresh.problem,
    report: fresh.report || predecessor.report,
    session_intent:
      keepsIntent && !isOnlyCommand('session_intent')
        ? predecessor.session_intent || fresh.session_intent
        : fresh.session_intent,
    current_task:
      fresh.current_task === '' || (idle && !isOutdated('current_task') && predecessor.current_task !== '')
        ? predecessor.current_task
        : fresh.current_task,
  };
  return { ...carried, evidence: carryEvidence(carried, predecessor, { fresh, sameSession }) };
}

/** The open ends that were there before this session; what it said of its own is told anew by the fresh analysis. */
function leftBefore(before: Analysis, field: OpenField, sameSession: boolean): readonly string[] {
  return sameSession ? before[field].filter((text) => !isOwn(evidenceFor(before, field, text))) : before[field];
}

function isOwn(from: Evidence | undefined): boolean {
  return from !== undefined && !from.earlier && !isGiven(from);
}

/** Somebody handed it in with a save. */
function isGiven({ by, turn }: Evidence): boolean {
  return (by === 'user' || by === 'agent') && turn === undefined;
}

/**
 * Fields that the user or the agent wrote win over what was found, one by one; an empty field says nothing. Fields that
 * accumulate are added to: what was settled before stays settled.
 */
export function mergeFields(base: Analysis, given: Partial<Analysis>, source: 'user' | 'agent'): Analysis {
  const filled = Object.entries(given)
    .filter(([field, value]) => field !== 'source' && field !== 'evidence' && value !== undefined)
    .map(([field, value]): [string, unknown] => [field, withoutBlanks(value)])
    .filter(([, value]) => (value as readonly unknown[] | string).length !== 0);
  if (filled.length === 0) return base;
  const growing = fieldsOf('list').flatMap(({ name, accumulates }) => (accumulates ? [name] : []));
  const isReplaced = (field: string) => !growing.some((name) => name === field);
  const replaced = new Set(filled.map(([field]) => field).filter(isReplaced));
  const kept = Object.entries(base.evidence ?? {}).filter(([name]) => !replaced.has(name.split('.')[0] ?? ''));
  const grown = growing.map((field) => [field, union(base[field], withoutBlanks(given[field] ?? []))]);
  const merged: Analysis = { ...base, ...Object.fromEntries([...filled, ...grown]), source };
  const written = growing.flatMap((field) =>
    merged[field]
      .slice(base[field].length)
      .map((_, at): [string, Evidence] => [`${field}.${base[field].length + at}`, { by: source }]),
  );
  const whole = [...replaced].map((field): [string, Evidence] => [field, { by: source }]);
  return { ...merged, evidence: Object.fromEntries([...kept, ...whole, ...written]) };
}

/** A text of nothing but spaces is empty, and an item of a list that is empty is no item. */
function withoutBlanks<T>(value: T): T {
  const isBlank = (one: unknown) => typeof one === 'string' && one.trim() === '';
  if (Array.isArray(value)) return value.filter((item) => !isBlank(item)) as T;
  return isBlank(value) ? ('' as T) : value;
}

function orElse<T>(list: readonly T[], other: readonly T[]): readonly T[] {
  return list.length > 0 ? list : other;
}

function union(first: readonly string[], second: readonly string[]): string[] {
  const seen = new Set<string>();
  return [...first, ...second].filter((text) => !seen.has(plainWords(text)) && seen.add(plainWords(text)));
}

/** A decision that was shortened is told in full again by the session it comes from. */
function withoutShortened(old: readonly string[], now: readonly string[]): string[] {
  const isToldLonger = (text: string) => now.some((full) => full !== text && full.startsWith(text.slice(0, -1)));
  return old.filter((text) => !text.endsWith('…') || !isToldLonger(text));
}

function foldDecisions(decisions: readonly string[]): string[] {
  const whole = decisions.slice(-WHOLE_DECISIONS);
  const older = decisions.slice(0, -WHOLE_DECISIONS).map((decision) => cutWords(decision, SHORT_DECISION));
  const room = MOST_DECISIONS - WHOLE_DECISIONS;
  if (older.length <= room) return [...older, ...whole];
  const gone = older.length - room;
  return [`${gone} older decisions are in earlier checkpoints of this line of work`, ...older.slice(gone), ...whole];
}

/** A new statement about the same thing (`Tests run with …`, `go.mod: …`) replaces the old one. */
function updateContext(before: readonly string[], now: readonly string[]): string[] {
  const subject = (text: string) => /^(?:[^:`]{1,60}:|\w+ (?:run )?with|Works in)/.exec(text)?.[0] ?? text;
  const renewed = new Set(now.map(subject));
  return union(
    now,
    before.filter((text) => !renewed.has(subject(text))),
  ).slice(0, BOUNDS.technical_context.count);
}

const MAX_EARLIER_SESSIONS = 6;

/** The new story ends with the newest. What the same session told before is told again; another session takes one line. */
function joinStory(before: Analysis, now: readonly string[], sameSession: boolean): string[] {
  const { play_by_play: story } = before;
  if (now.length === 0) return [...story];
  const known = new Set(now.map(opening));
  const isEarlier = (line: string) => line.startsWith(EARLIER);
  const told = story.filter((line) => !isEarlier(line));
  const isToldAgain = sameSession || told.some((line) => known.has(opening(line)));
  const about = cutWords(before.session_intent || before.problem, 160);
  const last = isToldAgain || told.length === 0 ? [] : [`${EARLIER}${about || 'no words'} (${told.length} steps)`];
  return [...[...story.filter(isEarlier), ...last].slice(-MAX_EARLIER_SESSIONS), ...now].slice(
    -BOUNDS.play_by_play.count,
  );
}

const EARLIER = 'Earlier session: ';

/** A turn and how its request begins: what stays the same when the same session is told again, also folded. */
function opening(line: string): string {
  const [, turn, request] = /^Turns? (\d+)[^:]*: (.{1,20})/.exec(line) ?? [];
  return turn === undefined ? line : `${turn} ${request}`;
}

/** How the tree stood and how the last turn ended was true at that moment alone. */
function withoutMoment(before: Analysis, state: readonly string[]): string[] {
  return state.filter((line) => {
    const by = evidenceFor(before, 'current_state', line)?.by;
    return by !== 'git' && by !== 'session';
  });
}

/** What somebody wrote blocks until it is taken back; a failed command through one more session, unless a check passed there. */
function stillBlocks(from: Evidence | undefined, green: boolean): boolean {
  if (from === undefined) return false;
  return isGiven(from) || (from.by === 'command' && !from.earlier && !green);
}

/** Evidence follows its item to its new place, and says when that comes from another session. */
function carryEvidence(
  carried: Analysis,
  before: Analysis,
  { fresh, sameSession }: { fresh: Analysis; sameSession: boolean },
): Record<string, Evidence> {
  const mark = (from: Evidence): Evidence => (sameSession ? from : { ...from, earlier: true });
  const single = Object.entries(fresh.evidence ?? {}).filter(([name]) => !name.includes('.'));
  const kept = fieldsOf('text').flatMap(({ name: field }): [string, Evidence][] => {
    const old = carried[field] === fresh[field] ? undefined : before.evidence?.[field];
    return old === undefined ? [] : [[field, mark(old)]];
  });
  const moved = fieldsOf('list').flatMap(({ name: field }) =>
    carried[field].flatMap((text, index): [string, Evidence][] => {
      const old = evidenceFor(before, field, text);
      const from = evidenceFor(fresh, field, text) ?? (old && mark(old));
      return from === undefined ? [] : [[`${field}.${index}`, from]];
    }),
  );
  return Object.fromEntries([...single, ...kept, ...moved]);
}

function evidenceFor(analysis: Analysis, field: ListField, text: string): Evidence | undefined {
  const at = analysis[field].indexOf(text);
  return at === -1 ? undefined : (analysis.evidence?.[`${field}.${at}`] ?? analysis.evidence?.[field]);
}
