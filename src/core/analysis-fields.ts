/** How one field of the analysis is stored, asked for and shown. */
export interface AnalysisField {
  readonly name: string;
  readonly kind: 'text' | 'list' | 'artifacts';
  readonly title: string;
  /** A word for a narrow column, where the title is longer. */
  readonly short?: string;
  /** The most items, and the most characters of each. */
  readonly bound: { readonly count: number; readonly length: number };
  /** The commit message carries it, so that it outlives the note. */
  readonly mustKeep: boolean;
  /** When it differs, an automatic save makes a new checkpoint. */
  readonly compared: boolean;
  /** A list that grows at its end; of any other list the first item counts most. */
  readonly newestLast?: true;
  /** What somebody gives, or a model writes, is added to what is known. */
  readonly accumulates?: true;
  /** Open ends: of those that an earlier session left, a pack says so. */
  readonly openEnd?: true;
  /** Its heading in Checkpoint Format 1.0.0, or the labelled items of another field's section. */
  readonly markdown?: MarkdownHeading | MarkdownItems;
  /** How `save` takes it. */
  readonly flag?: { readonly name: string; readonly about: string };
  /** What an agent is asked to give over MCP. */
  readonly input?: string;
  /** What a model is asked to write. */
  readonly model?: string;
  /** What an item is called in the text that a compaction must keep. */
  readonly compaction?: string;
  /** The order in which people and packs read the fields; the changed files are `FILES_RANK`. */
  readonly rank: number;
  readonly pack?: PackPlan;
}

interface MarkdownHeading {
  readonly level: 2 | 3;
  /** Where it is not the title. */
  readonly title?: string;
  readonly optional?: true;
}

interface MarkdownItems {
  readonly within: string;
  readonly label: string;
}

/** What one more entry is worth against others; `urgency` raises the first words above the rest. */
interface PackPlan {
  readonly value: number;
  readonly urgency: number;
  /** A line of the section about the task, begun with this; absent: a section of its own. */
  readonly label?: string;
  readonly form?: 'numbers';
  readonly keep?: 'first';
  readonly fading?: number;
  /** Half an entry says nothing: it is shown whole or not at all. */
  readonly whole?: true;
  /** It is in every pack, shortened before anything else gets room. */
  readonly always?: true;
}

export const FILES_RANK = 100;

const rows = [
  {
    name: 'problem',
    kind: 'text',
    title: 'Problem',
    bound: { count: 1, length: 500 },
    mustKeep: true,
    compared: true,
    markdown: { level: 2 },
    flag: { name: 'problem', about: 'The problem that is being solved' },
    input: 'The problem that is being solved',
    compaction: 'Problem',
    rank: 30,
    pack: { always: true, value: 12, urgency: 6, label: 'Problem: ' },
  },
  {
    name: 'session_intent',
    kind: 'text',
    title: 'Session intent',
    short: 'Intent',
    bound: { count: 1, length: 500 },
    mustKeep: true,
    compared: true,
    markdown: { level: 2 },
    flag: { name: 'intent', about: 'What the user wants to achieve' },
    input: 'What the user wants to achieve',
    model: 'the goal in one or two sentences, as the user means it now.',
    compaction: 'Goal',
    rank: 20,
    pack: { always: true, value: 12, urgency: 6, label: 'Intent: ' },
  },
  {
    name: 'current_task',
    kind: 'text',
    title: 'Current task',
    short: 'Task',
    bound: { count: 1, length: 400 },
    mustKeep: true,
    compared: true,
    markdown: { within: 'current_state', label: 'Task: ' },
    flag: { name: 'task', about: 'The current task' },
    input: 'What you are doing right now',
    model: 'what was being done at the end, in one sentence.',
    compaction: 'Current task',
    rank: 10,
    pack: { always: true, value: 60, urgency: 20, label: '' },
  },
  {
    name: 'decisions',
    kind: 'list',
    title: 'Decisions',
    short: 'Decided',
    bound: { count: 30, length: 320 },
    mustKeep: true,
    compared: true,
    newestLast: true,
    accumulates: true,
    markdown: { level: 3 },
    flag: { name: 'decision', about: 'A decision that was made' },
    input: 'Decisions that were made, each with its reason',
    model:
      "what was settled and is not in the draft's decisions yet: choices, rejected alternatives with the reason. Empty if none.",
    compaction: 'Decision',
    rank: 50,
    pack: { always: true, value: 11, urgency: 6, fading: 0.045 },
  },
  {
    name: 'findings',
    kind: 'list',
    title: 'Findings',
    short: 'Found',
    bound: { count: 40, length: 250 },
    mustKeep: false,
    compared: false,
    newestLast: true,
    accumulates: true,
    flag: { name: 'finding', about: 'Something that was found out' },
    input: 'What was found out: root causes, contracts, what does not work, where things are',
    model: 'what the agent established and a successor must not find out again, each readable alone.',
    rank: 52,
    pack: { value: 9, urgency: 4, fading: 0.1, whole: true },
  },
  {
    name: 'last_exchange',
    kind: 'list',
    title: 'Last exchange',
    short: 'Said',
    bound: { count: 36, length: 3500 },
    mustKeep: false,
    compared: true,
    newestLast: true,
    rank: 54,
  },
  {
    name: 'technical_context',
    kind: 'list',
    title: 'Technical context',
    short: 'Context',
    bound: { count: 14, length: 200 },
    mustKeep: false,
    compared: false,
    markdown: { level: 3 },
    input: 'Facts about the code that were hard to find out',
    model: 'stack, versions, constraints and facts about the code that were learned and cost time to find.',
    rank: 90,
    pack: { value: 4, urgency: 4 },
  },
  {
    name: 'play_by_play',
    kind: 'list',
    title: 'Play-by-play',
    short: 'Story',
    bound: { count: 24, length: 420 },
    mustKeep: false,
    compared: false,
    newestLast: true,
    markdown: { level: 3 },
    input: 'What happened: phase → action → outcome',
    model: '"phase → action → outcome", oldest first; the newest steps in detail, older ones folded together.',
    rank: 120,
    pack: { value: 1, urgency: 2, whole: true },
  },
  {
    name: 'artifacts',
    kind: 'artifacts',
    title: 'Artifacts',
    bound: { count: 60, length: 150 },
    mustKeep: false,
    compared: false,
    markdown: { level: 3, title: 'Artifact Trail' },
    rank: 130,
    pack: { value: 8, urgency: 3, fading: 0.03 },
  },
  {
    name: 'current_state',
    kind: 'list',
    title: 'Current state',
    short: 'State',
    bound: { count: 22, length: 320 },
    mustKeep: true,
    compared: true,
    openEnd: true,
    markdown: { level: 3 },
    flag: { name: 'state', about: 'What exists now' },
    input: 'What works now and what does not',
    model: 'what works, what is half done, the last result of tests and build, what is committed and what is not.',
    rank: 80,
    pack: { always: true, value: 7, urgency: 6 },
  },
  {
    name: 'next_actions',
    kind: 'list',
    title: 'Next actions',
    short: 'Next',
    bound: { count: 20, length: 320 },
    mustKeep: true,
    compared: true,
    openEnd: true,
    markdown: { level: 3 },
    flag: { name: 'next', about: 'A next action' },
    input: 'What to do next, in order, concrete enough to start at once',
    model: 'in the order to do them, each one a step that can be started at once. Keep every open task of the draft.',
    compaction: 'Next',
    rank: 40,
    pack: { always: true, value: 16, urgency: 16, form: 'numbers', keep: 'first', fading: 0.02 },
  },
  {
    name: 'blockers',
    kind: 'list',
    title: 'Blockers',
    short: 'Blocked',
    bound: { count: 10, length: 420 },
    mustKeep: true,
    compared: true,
    openEnd: true,
    markdown: { within: 'next_actions', label: 'Blocked: ' },
    flag: { name: 'blocker', about: 'What is in the way' },
    input: 'What is in the way',
    model: 'failing commands with their error, missing permissions, open questions. Keep what the draft found failing.',
    compaction: 'Blocker',
    rank: 60,
    pack: { value: 9, urgency: 6 },
  },
  {
    name: 'pasted_findings',
    kind: 'list',
    title: 'Pasted findings',
    short: 'Pasted',
    bound: { count: 24, length: 260 },
    mustKeep: false,
    compared: false,
    rank: 65,
    pack: { value: 8, urgency: 4, keep: 'first', fading: 0.08 },
  },
  {
    name: 'user_rules',
    kind: 'list',
    title: 'User rules',
    short: 'Rules',
    bound: { count: 24, length: 300 },
    mustKeep: true,
    compared: true,
    newestLast: true,
    accumulates: true,
    markdown: { level: 2, optional: true },
    flag: { name: 'rule', about: "A rule of the user's" },
    input: 'Rules that the user gave',
    model: "standing orders of the user that are not in the draft yet, in the user's words. Empty if none.",
    compaction: 'User rule',
    rank: 70,
    pack: { value: 9, urgency: 6 },
  },
  {
    name: 'relevant_docs',
    kind: 'list',
    title: 'Documents',
    short: 'Docs',
    bound: { count: 15, length: 200 },
    mustKeep: false,
    compared: false,
    input: 'Documents worth reading',
    rank: 150,
  },
] as const satisfies readonly AnalysisField[];

export type FieldRow = (typeof rows)[number];
type Kind = AnalysisField['kind'];
type NameOf<K extends Kind> = Extract<FieldRow, { readonly kind: K }>['name'];
export type TextField = NameOf<'text'>;
export type ListField = NameOf<'list'>;

interface Field<K extends Kind = Kind> extends AnalysisField {
  readonly name: NameOf<K>;
  readonly kind: K;
}

/** Every field of the analysis, in the order of the note. Whoever reads, writes, checks or shows an analysis goes by this table. */
export const analysisFields: readonly Field[] = rows;

export function fieldsOf<K extends Kind>(kind: K): readonly Field<K>[] {
  return analysisFields.filter((field) => field.kind === kind) as unknown as readonly Field<K>[];
}

/** One value for each field of a kind, under its name. */
export function mapFields<K extends Kind, T>(kind: K, make: (field: Field<K>) => T): Record<NameOf<K>, T> {
  return Object.fromEntries(fieldsOf(kind).map((field) => [field.name, make(field)])) as Record<NameOf<K>, T>;
}

/** As people and packs read them. */
export function byRank<T extends { readonly rank: number }>(fields: readonly T[]): T[] {
  return fields.toSorted((one, other) => one.rank - other.rank);
}
