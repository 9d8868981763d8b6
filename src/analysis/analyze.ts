import { type Analysis, type Artifact, type Evidence, emptyAnalysis, type RecentCommand } from '../core/note.ts';
import type { Session } from '../core/session.ts';
import { describeArtifacts, type FileContents } from './artifacts.ts';
import { findBlockers } from './blockers.ts';
import { BOUNDS } from './bounds.ts';
import { carryForward } from './carry-forward.ts';
import { type ChangedFile, uncommittedWords } from './changes.ts';
import { commandKind } from './command-kind.ts';
import { findCurrentState } from './current-state.ts';
import { findDecisions } from './decisions.ts';
import { findFindings } from './findings.ts';
import { findCurrentTask, findIntent, findProblem, findRestated } from './goals.ts';
import { findLastExchange } from './last-exchange.ts';
import { isWork, laterIn } from './later.ts';
import { findNextActions } from './next-actions.ts';
import { findPastedFindings } from './pasted-findings.ts';
import { tellPlayByPlay } from './play-by-play.ts';
import { findRecentCommands } from './recent-commands.ts';
import { findRelevantDocs, findRelevantPackages } from './relevant.ts';
import { withSeenEdits } from './seen-edits.ts';
import { findSessionFiles, type SessionFiles } from './session-files.ts';
import { type Item, type SessionView, viewSession } from './session-view.ts';
import { summarizeChanges } from './summarize-changes.ts';
import { writeSummary } from './summary-line.ts';
import { isUntouched, presentTasks, readTaskList, type TaskList } from './task-list.ts';
import { findTechnicalContext, type Manifest } from './technical-context.ts';
import { findUserRules } from './user-rules.ts';

interface AnalysisInput {
  /** Absent when no agent's session belongs to the save. */
  readonly session?: Session;
  /** The snapshot against HEAD. */
  readonly changes: readonly ChangedFile[];
  /** The analysis that the line of work had before. */
  readonly predecessor?: Analysis;
  /** The predecessor was saved from this very session. */
  readonly sameSession?: boolean;
  /** When the predecessor looked at the work. */
  readonly since?: string;
  readonly manifests?: readonly Manifest[];
  /** Both states of changed files, as far as they were read. */
  readonly contents?: FileContents;
  /** The agent's last words, when a hook knows them before the transcript does. */
  readonly lastMessage?: string;
}

export interface SessionAnalysis {
  readonly analysis: Analysis;
  readonly recentCommands: readonly RecentCommand[];
  readonly relevantPackages: readonly string[];
  readonly sessionFiles: SessionFiles;
  /** At most 72 characters, about the work. */
  readonly summary: string;
}

/** The rest of the room is for what earlier sessions found out. */
const FRESH_FINDINGS = 30;

/** What the session knew, from its transcript and from git alone. The same input gives the same analysis. */
export function analyzeSession(input: AnalysisInput): SessionAnalysis {
  const { session, changes, predecessor, sameSession = false, manifests = [] } = input;
  if (session === undefined || session.turns.length === 0) return analyzeChanges(input);
  const view = viewSession(withSeenEdits(session, input.contents), input.lastMessage);
  const tasks = readTaskList(view);
  const sessionFiles = findSessionFiles(view);
  const texts = {
    problem: findProblem(view),
    session_intent: findIntent(view),
    current_task: findCurrentTask(view, tasksInProgress(view, tasks)),
  };
  const lists = {
    decisions: findDecisions(view),
    findings: findFindings(view, { ...BOUNDS.findings, count: FRESH_FINDINGS }),
    last_exchange: findLastExchange(view, BOUNDS.last_exchange),
    technical_context: findTechnicalContext(view, manifests),
    play_by_play: tellPlayByPlay(view),
    current_state: findCurrentState(view, tasks, changes),
    next_actions: findNextActions(view, tasks),
    blockers: findBlockers(view),
    pasted_findings: findPastedFindings(view),
    user_rules: findUserRules(view),
    relevant_docs: findRelevantDocs(view, sessionFiles),
  };
  const fresh: Analysis = {
    ...emptyAnalysis,
    ...mapValues(texts, ({ text }) => text),
    ...mapValues(lists, (items) => items.map(({ text }) => text)),
    artifacts: describeArtifacts(changes, { contents: input.contents, edited: sessionFiles.edited }),
    evidence: evidenceOf(texts, lists),
  };
  return {
    analysis: carryForward(predecessor, fresh, {
      idle: isIdle(view, input),
      green: hasGreenCheck(view),
      sameSession,
      restated: findRestated(view) !== undefined,
      later: laterIn(view, tasks, sameSession),
      ...sinceOf(input),
    }),
    recentCommands: findRecentCommands(view),
    relevantPackages: findRelevantPackages(sessionFiles, changes, manifests),
    sessionFiles,
    summary: writeSummary(view, tasks, changes),
  };
}

/** What the agent's list says is being done; a list that it does not touch says nothing about now. */
function tasksInProgress(view: SessionView, tasks: TaskList): string[] {
  return isUntouched(view) ? [] : presentTasks(tasks).map(({ text }) => text);
}

/** Without a session only git speaks; what the line of work knew before stays. */
function analyzeChanges(input: AnalysisInput): SessionAnalysis {
  const { changes, predecessor, manifests = [] } = input;
  const sessionFiles = { edited: [], read: [] };
  const fresh: Analysis = {
    ...emptyAnalysis,
    technical_context: findTechnicalContext(undefined, manifests).map(({ text }) => text),
    current_state: [uncommittedWords(changes)],
    artifacts: describeArtifacts(changes, { contents: input.contents, edited: [] }),
    evidence: { 'current_state.0': { by: 'git' } },
  };
  return {
    analysis: carryForward(predecessor, fresh, {
      idle: true,
      sameTurns: input.sameSession === true,
      ...sinceOf(input),
    }),
    recentCommands: [],
    relevantPackages: findRelevantPackages(sessionFiles, changes, manifests),
    sessionFiles,
    summary: summarizeChanges(changes),
  };
}

function sinceOf({ since }: AnalysisInput): { readonly since?: string } {
  return since === undefined ? {} : { since };
}

/** A session that only talked and looked leaves the open ends of the one before as they were. */
function isIdle(view: SessionView, { changes, predecessor = emptyAnalysis }: AnalysisInput): boolean {
  return !view.calls.some(isWork) && view.session.todos.length === 0 && !isOtherWork(changes, predecessor.artifacts);
}

/** Whether git sees other files changed than before: not every agent tells what it did. */
function isOtherWork(changes: readonly ChangedFile[], before: readonly Artifact[]): boolean {
  const now = new Map(changes.map(({ path, status }) => [path, status]));
  return (
    before.length !== Math.min(changes.length, BOUNDS.artifacts.count) ||
    before.some(({ path, status }) => now.get(path) !== status)
  );
}

function hasGreenCheck(view: SessionView): boolean {
  const isCheck = (command: string) => ['test', 'build', 'lint'].includes(commandKind(command));
  return view.calls.some(({ call, failed }) => call.result === 'ok' && !failed && isCheck(call.command ?? ''));
}

function mapValues<K extends string, A, B>(record: Readonly<Record<K, A>>, change: (value: A) => B): Record<K, B> {
  return Object.fromEntries(Object.entries<A>(record).map(([key, value]) => [key, change(value)])) as Record<K, B>;
}

function evidenceOf(
  texts: Readonly<Record<string, Item>>,
  lists: Readonly<Record<string, readonly Item[]>>,
): Record<string, Evidence> {
  const single = Object.entries(texts).map(([field, { from }]) => [field, from] as const);
  const listed = Object.entries(lists).flatMap(([field, items]) =>
    items.map(({ from }, index) => [`${field}.${index}`, from] as const),
  );
  return Object.fromEntries(
    [...single, ...listed].flatMap(([place, from]): [string, Evidence][] =>
      from === undefined ? [] : [[place, from]],
    ),
  );
}
