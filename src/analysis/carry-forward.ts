import type { FieldRow, ListField, TextField } from '../core/analysis-fields.ts';
import { isGiven } from '../core/given.ts';
import type { Analysis, Evidence } from '../core/note.ts';
import { BOUNDS } from './bounds.ts';
import { carryEvidence, evidenceFor } from './carry-evidence.ts';
import { GivenWords } from './given-words.ts';
import { joinStory } from './join-story.ts';
import { type FindLater, nothingLater } from './later.ts';
import { OPEN } from './pasted-findings.ts';
import { unionByWords } from './plain-words.ts';
import { isOtherGoal, isShift } from './prompt-kind.ts';
import { cutWords } from './sentences.ts';

interface CarryOptions {
  /** The new session only talked, or there was none: open ends stay as they were. */
  readonly idle?: boolean;
  /** Some check passed in the new session. */
  readonly green?: boolean;
  /** The predecessor told of this very session; a session that was copied is known by its first words. */
  readonly sameSession?: boolean;
  /** The predecessor told of this session, which is not read now: its turns are the same. */
  readonly sameTurns?: boolean;
  /** The user said anew what the problem is. */
  readonly restated?: boolean;
  /** When the predecessor looked at the work. */
  readonly since?: string;
  /** What the new session shows after a moment. */
  readonly later?: FindLater;
}

/** How many decisions keep their whole text; older ones are shortened, never dropped. */
const WHOLE_DECISIONS = 40;
const SHORT_DECISION = 110;
const MAX_DECISIONS = 250;
const MAX_RULES = 60;

type OpenField = Extract<FieldRow, { readonly openEnd: true }>['name'];

/** A fresh analysis on top of what the line of work knew before. Each section has its own rule. */
export function carryForward(predecessor: Analysis | undefined, fresh: Analysis, options: CarryOptions = {}): Analysis {
  if (predecessor === undefined) return fresh;
  const { sameSession = false, since, later = nothingLater } = options;
  const given = new GivenWords(predecessor, { later, since });
  // Nothing happened since somebody, or a model, wrote it.
  const stands = sameSession && !later(since).anything;
  const lines: Line = { before: predecessor, fresh, given, stands, ...options };
  const carried: Analysis = {
    ...fresh,
    ...carryLists(lines),
    ...carryTexts(lines),
    source: stands ? predecessor.source : fresh.source,
  };
  return { ...carried, evidence: carryEvidence(carried, lines) };
}

/** The two analyses that become one, and what is known about the time between them. */
interface Line extends CarryOptions {
  readonly before: Analysis;
  readonly fresh: Analysis;
  readonly given: GivenWords;
  readonly stands: boolean;
}

function carryLists(line: Line): Partial<Record<ListField, readonly string[]>> {
  const { before, fresh, idle = false, green = false, sameSession = false } = line;
  const left = (field: OpenField) => leftBefore(line, field);
  const keptState = idle ? withoutMoment(before, left('current_state')) : [];
  const keptBlockers = left('blockers').filter(
    (blocker) => idle || stillBlocks(evidenceFor(before, 'blockers', blocker), green),
  );
  return {
    decisions: foldDecisions(unionByWords(withoutShortened(before.decisions, fresh.decisions), fresh.decisions)),
    technical_context: updateContext(before.technical_context, fresh.technical_context),
    findings: unionByWords(findingsBefore(line), fresh.findings).slice(-BOUNDS.findings.count),
    last_exchange: orElse(fresh.last_exchange, before.last_exchange),
    play_by_play: joinStory(before, fresh.play_by_play, sameSession),
    current_state: openEnds(line, 'current_state', keptState),
    next_actions: openEnds(line, 'next_actions', idle ? left('next_actions') : []),
    blockers: openEnds(line, 'blockers', keptBlockers),
    pasted_findings: carryPasted(line),
    user_rules: unionByWords(before.user_rules, fresh.user_rules).slice(-MAX_RULES),
    relevant_docs: unionByWords(fresh.relevant_docs, before.relevant_docs).slice(0, BOUNDS.relevant_docs.count),
  };
}

/** Of another session only what it left open; what is pasted again is told anew. */
function carryPasted({ before, fresh, sameSession = false }: Line): readonly string[] {
  const titleOf = (text: string) => text.slice(text.indexOf(': ') + 2);
  const known = new Set(fresh.pasted_findings.map(titleOf));
  const left = sameSession
    ? []
    : before.pasted_findings.filter((text) => text.startsWith(`${OPEN}: `) && !known.has(titleOf(text)));
  return [...fresh.pasted_findings, ...left].slice(0, BOUNDS.pasted_findings.count);
}

/** What somebody gave leads while it is in force, then what the session says, then what was left before. */
function openEnds({ before, fresh, given, stands }: Line, field: OpenField, left: readonly string[]) {
  const from = (text: string) => evidenceFor(before, field, text);
  const isWritten = before.source === 'llm' || before[field].every((text) => isGiven(from(text)));
  if (stands && before[field].length > 0 && isWritten) return before[field];
  const inForce = before[field].filter((text) => given.isInForce(field, text, from(text)));
  return unionByWords(inForce, unionByWords(fresh[field], left)).slice(0, BOUNDS[field].count);
}

function carryTexts(line: Line): Pick<Analysis, TextField> {
  const { before, fresh, given, stands, idle = false, sameSession = false, restated = false } = line;
  const isOutdated = (field: TextField) => sameSession && fresh[field] !== '' && isOwn(before.evidence?.[field]);
  // A slash command stands for the goal only until there is one.
  const isOnlyCommand = (field: TextField) => isOutdated(field) && /^[/$]/.test(before[field]);
  const isFromTasks = fresh.evidence?.['current_task']?.by === 'tasks';
  const keeps = (field: TextField, otherwise: boolean) =>
    before[field] !== '' && (given.keeps(field, isFromTasks) ?? ((stands && before.source === 'llm') || otherwise));
  const leadsElsewhere = sameSession ? isShift : isOtherGoal;
  const keepsIntent = fresh.session_intent === '' || !leadsElsewhere(before.session_intent, fresh.session_intent);
  // A session about something else starts with a problem of its own.
  const keepsProblem = !restated && (sameSession || keepsIntent || fresh.problem === '');
  const keepsTask = fresh.current_task === '' || (idle && !isOutdated('current_task'));
  return {
    problem: keeps('problem', keepsProblem && !isOnlyCommand('problem')) ? before.problem : fresh.problem,
    session_intent: keeps('session_intent', keepsIntent && !isOnlyCommand('session_intent'))
      ? before.session_intent
      : fresh.session_intent,
    current_task: keeps('current_task', keepsTask) ? before.current_task : fresh.current_task,
  };
}

/** The open ends that were there before this session; what it said of its own is told anew by the fresh analysis. */
function leftBefore({ before, given, sameSession = false }: Line, field: OpenField): readonly string[] {
  return before[field].filter((text) => {
    const from = evidenceFor(before, field, text);
    return isGiven(from) ? given.isInForce(field, text, from) : !(sameSession && isOwn(from));
  });
}

/** What this session found out it tells anew: some of it may have expired. */
function findingsBefore({ before, sameSession = false }: Line): readonly string[] {
  return before.findings.filter((text) => !(sameSession && isOwn(evidenceFor(before, 'findings', text))));
}

function isOwn(from: Evidence | undefined): boolean {
  return from !== undefined && !from.earlier && !isGiven(from);
}

function orElse<T>(list: readonly T[], other: readonly T[]): readonly T[] {
  return list.length > 0 ? list : other;
}

/** A decision that was shortened is told in full again by the session it comes from. */
function withoutShortened(old: readonly string[], now: readonly string[]): string[] {
  const isToldLonger = (text: string) => now.some((full) => full !== text && full.startsWith(text.slice(0, -1)));
  return old.filter((text) => !text.endsWith('…') || !isToldLonger(text));
}

function foldDecisions(decisions: readonly string[]): string[] {
  const whole = decisions.slice(-WHOLE_DECISIONS);
  const older = decisions.slice(0, -WHOLE_DECISIONS).map((decision) => cutWords(decision, SHORT_DECISION));
  const room = MAX_DECISIONS - WHOLE_DECISIONS;
  if (older.length <= room) return [...older, ...whole];
  const gone = older.length - room;
  return [`${gone} older decisions are in earlier checkpoints of this line of work`, ...older.slice(gone), ...whole];
}

/** A new statement about the same thing (`Tests run with …`, `go.mod: …`) replaces the old one. */
function updateContext(before: readonly string[], now: readonly string[]): string[] {
  const subject = (text: string) => /^(?:[^:`]{1,60}:|\w+ (?:run )?with|Works in)/.exec(text)?.[0] ?? text;
  const renewed = new Set(now.map(subject));
  return unionByWords(
    now,
    before.filter((text) => !renewed.has(subject(text))),
  ).slice(0, BOUNDS.technical_context.count);
}

/** How the tree stood and how the last turn ended was true at that moment alone. */
function withoutMoment(before: Analysis, state: readonly string[]): string[] {
  return state.filter((line) => {
    const by = evidenceFor(before, 'current_state', line)?.by;
    return by !== 'git' && by !== 'session';
  });
}

/** A failed command blocks through one more session, unless a check passed there; what somebody wrote, while it is in force. */
function stillBlocks(from: Evidence | undefined, green: boolean): boolean {
  if (from === undefined) return false;
  return isGiven(from) || (from.by === 'command' && !from.earlier && !green);
}
