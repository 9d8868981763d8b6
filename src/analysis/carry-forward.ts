import type { Analysis, Source } from '../core/note.ts';
import { BOUNDS } from './bounds.ts';
import { leadingCheck } from './command-kind.ts';
import { plainWords } from './plain-words.ts';
import { isShift } from './prompt-kind.ts';
import { cutWords } from './sentences.ts';

export interface CarryOptions {
  /** The new session only talked, or there was none: open ends stay as they were. */
  readonly idle?: boolean;
  /** Names of checks that passed in the new session. */
  readonly passed?: readonly string[];
}

/** How many decisions keep their whole text; older ones are shortened, never dropped. */
const WHOLE_DECISIONS = 40;
const SHORT_DECISION = 110;
const MOST_DECISIONS = 250;
const MOST_RULES = 60;

type ListField =
  | 'decisions'
  | 'technical_context'
  | 'play_by_play'
  | 'current_state'
  | 'next_actions'
  | 'blockers'
  | 'user_rules'
  | 'relevant_docs';

/** A fresh analysis on top of what the line of work knew before. Each section has its own rule. */
export function carryForward(predecessor: Analysis | undefined, fresh: Analysis, options: CarryOptions = {}): Analysis {
  if (predecessor === undefined) return fresh;
  const { idle = false, passed = [] } = options;
  const restated = fresh.evidence?.['problem']?.startsWith('restated') === true;
  const keepsIntent = fresh.session_intent === '' || !isShift(predecessor.session_intent, fresh.session_intent);
  const lists: Record<ListField, readonly string[]> = {
    decisions: foldDecisions(union(withoutShortened(predecessor.decisions, fresh.decisions), fresh.decisions)),
    technical_context: updateContext(predecessor.technical_context, fresh.technical_context),
    play_by_play: joinStory(predecessor.play_by_play, fresh.play_by_play),
    current_state: idle
      ? union(fresh.current_state, withoutTree(predecessor.current_state)).slice(0, BOUNDS.current_state.count)
      : fresh.current_state,
    next_actions: idle
      ? union(fresh.next_actions, predecessor.next_actions).slice(0, BOUNDS.next_actions.count)
      : fresh.next_actions,
    blockers: union(
      fresh.blockers,
      predecessor.blockers.filter((blocker) => stillBlocks(blocker, fresh, { idle, passed })),
    ).slice(0, BOUNDS.blockers.count),
    user_rules: union(predecessor.user_rules, fresh.user_rules).slice(-MOST_RULES),
    relevant_docs: union(fresh.relevant_docs, predecessor.relevant_docs).slice(0, BOUNDS.relevant_docs.count),
  };
  return {
    ...fresh,
    ...lists,
    problem: predecessor.problem !== '' && !restated ? predecessor.problem : fresh.problem,
    session_intent: keepsIntent ? predecessor.session_intent || fresh.session_intent : fresh.session_intent,
    current_task:
      fresh.current_task === '' || (idle && predecessor.current_task !== '')
        ? predecessor.current_task
        : fresh.current_task,
    evidence: carryEvidence(lists, predecessor, fresh),
  };
}

/**
 * Fields that the user or the agent wrote win over what was found, one by one; an empty field says nothing. Decisions and
 * rules are added to: what was settled before stays settled.
 */
export function mergeFields(base: Analysis, given: Partial<Analysis>, source: Source): Analysis {
  const filled = Object.entries(given).filter(
    ([field, value]) => field !== 'source' && field !== 'evidence' && value !== undefined && value.length !== 0,
  );
  if (filled.length === 0) return base;
  const replaced = new Set(
    filled.map(([field]) => field).filter((field) => field !== 'decisions' && field !== 'user_rules'),
  );
  const kept = Object.entries(base.evidence ?? {}).filter(([name]) => !replaced.has(name.split('.')[0] ?? ''));
  const merged = {
    ...base,
    ...Object.fromEntries(filled),
    source,
    decisions: union(base.decisions, given.decisions ?? []),
    user_rules: union(base.user_rules, given.user_rules ?? []),
  };
  const written = (['decisions', 'user_rules'] as const).flatMap((field) =>
    merged[field]
      .slice(base[field].length)
      .map((_, at): [string, string] => [`${field}.${base[field].length + at}`, `written by the ${source}`]),
  );
  const whole = [...replaced].map((field): [string, string] => [field, `written by the ${source}`]);
  return { ...merged, evidence: Object.fromEntries([...kept, ...whole, ...written]) };
}

function union(first: readonly string[], second: readonly string[]): string[] {
  const seen = new Set<string>();
  return [...first, ...second].filter((text) => !seen.has(plainWords(text)) && seen.add(plainWords(text)));
}

/** A decision that was shortened is told in full again by the session it comes from. */
function withoutShortened(old: readonly string[], now: readonly string[]): string[] {
  return old.filter((text) => !text.endsWith('…') || !now.some((full) => full.startsWith(text.slice(0, -1))));
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

/** The new story ends with the newest. What the same session told before is told again; of another one the last lines stay. */
function joinStory(before: readonly string[], now: readonly string[]): string[] {
  if (now.length === 0) return [...before];
  const known = new Set(now.map(opening));
  const sameSession = before.some((line) => known.has(opening(line)));
  const old = before.filter((line) => !sameSession || line.startsWith('Earlier'));
  const earlier = old.map((line) => (line.startsWith('Earlier') ? line : `Earlier: ${line}`));
  const room = Math.max(4, BOUNDS.play_by_play.count - now.length);
  if (earlier.length <= room) return [...earlier, ...now];
  const gone = earlier.length - room + 1;
  const kept = earlier.slice(gone).map((line) => cutWords(line, 200));
  return [`Earlier: ${gone} older steps are in earlier checkpoints`, ...kept, ...now];
}

/** A turn and how its request begins: what stays the same when the same session is told again, also folded. */
function opening(line: string): string {
  const [, turn, request] = /^Turns? (\d+)[^:]*: (.{1,20})/.exec(line) ?? [];
  return turn === undefined ? line : `${turn} ${request}`;
}

function withoutTree(state: readonly string[]): string[] {
  return state.filter(
    (line) => !/^(?:Uncommitted: |The working tree equals HEAD|The (?:user interrupted|last turn))/.test(line),
  );
}

/** A failed command blocks until it passes; other blockers belong to the session that met them. */
function stillBlocks(blocker: string, fresh: Analysis, { idle, passed }: Required<CarryOptions>): boolean {
  if (idle) return true;
  const command = /^`(.+?)` failed/.exec(blocker)?.[1];
  if (command === undefined) return false;
  const { name } = leadingCheck(command);
  return !passed.includes(name) && !fresh.blockers.some((other) => other.includes(name));
}

/** Evidence follows its item to its new place; what came from before says so. */
function carryEvidence(
  lists: Readonly<Record<ListField, readonly string[]>>,
  before: Analysis,
  fresh: Analysis,
): Record<string, string> {
  const found = Object.entries(fresh.evidence ?? {}).filter(([name]) => !name.includes('.'));
  const moved = (Object.keys(lists) as ListField[]).flatMap((field) =>
    field === 'play_by_play'
      ? []
      : lists[field].flatMap((text, index): [string, string][] => {
          const from = evidenceFor(fresh, field, text) ?? evidenceFor(before, field, text);
          return from === undefined ? [] : [[`${field}.${index}`, from]];
        }),
  );
  return Object.fromEntries([...found, ...moved]);
}

function evidenceFor(analysis: Analysis, field: ListField, text: string): string | undefined {
  const at = analysis[field].indexOf(text);
  return at === -1 ? undefined : (analysis.evidence?.[`${field}.${at}`] ?? analysis.evidence?.[field]);
}
