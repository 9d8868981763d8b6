import { analysisFields } from '../core/analysis-fields.ts';
import { Failure } from '../core/failure.ts';
import {
  type Analysis,
  type Artifact,
  artifactStatuses,
  type Context,
  commandOutcomes,
  type Evidence,
  evidenceSources,
  type GitStatusLists,
  type Handoff,
  modes,
  type NestedRepository,
  type Note,
  type OtherSection,
  type RecentCommand,
  type SessionFacts,
  type SkippedFile,
  skipReasons,
  sources,
  type Totals,
  triggers,
} from '../core/note.ts';
import { isUid } from '../core/number.ts';
import { about, count, flag, integer, list, oneOf, optional, record, type Shape, table, text, time } from './shape.ts';

/** Checks that a parsed document is a note of schema 1; the failure names the field. Unknown fields are passed over. */
export function checkNote(value: unknown): Note {
  return noteShape.check(value, 'note');
}

/** A note that a newer version wrote: nothing is wrong with it. */
export class NewerNote extends Failure {
  constructor(words: string) {
    super('fatal', words, { hint: 'It was made by a newer git-checkpoint: update this one.' });
  }
}

const schema: Shape<1> = {
  schema: { const: 1 },
  check(value) {
    if (value === 1) return value;
    const newer = typeof value === 'number' && value > 1;
    const words = `the note has schema ${JSON.stringify(value) ?? 'none'}; this version reads schema 1`;
    throw newer ? new NewerNote(words) : new Failure('fatal', words);
  },
};

const uid: Shape<string> = {
  schema: { type: 'string', pattern: '^[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}$' },
  check(value) {
    if (typeof value !== 'string' || !isUid(value)) throw new Failure('fatal', "the note's uid is not a ULID");
    return value;
  },
};

const oid: Shape<string> = {
  schema: { type: 'string', pattern: '^([0-9a-f]{40}|[0-9a-f]{64})$' },
  check(value, name) {
    if (typeof value === 'string' && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(value)) return value;
    throw new Failure('fatal', `${name} is not an object id`);
  },
};

const artifact = record<Artifact>({
  path: text,
  status: oneOf(artifactStatuses),
  added: about('Lines, as git counts them; absent for a binary file', optional(count)),
  removed: optional(count),
  change: text,
});

const evidence = record<Evidence>({
  by: oneOf(evidenceSources),
  turn: about('From 1; words of a user or agent without a turn were given with the save', optional(count)),
  earlier: about('It comes from an earlier session', optional(flag)),
  command: about('The command that failed, where the item speaks of one', optional(text)),
  at: about('When it was given, where that is older than the checkpoint', optional(text)),
  superseded: about('It was decided otherwise later', optional(flag)),
  answered: about('A request on which the agent ended its turn', optional(flag)),
});

const kinds = { text, list: list(text), artifacts: list(artifact) } as const;

const knowledge = Object.fromEntries(
  analysisFields.map(({ name, kind, title }) => [name, about<unknown>(title, kinds[kind])]),
);

const analysis = record<Analysis>({
  source: about('Who wrote it', oneOf(sources)),
  ...(knowledge as { [Name in keyof Omit<Analysis, 'source'>]-?: Shape<NonNullable<Analysis[Name]>> }),
  evidence: about('Where an item comes from, by field or by field and index: decisions.0', optional(table(evidence))),
  model_error: about('Why a model that was asked did not write it', optional(text)),
});

const command = record<RecentCommand>({
  command: text,
  exit: about('The exit status, where it is known', optional(integer)),
  outcome: about('Where the exit status is not known or does not say it', optional(oneOf(commandOutcomes))),
  error: about('The line of its output that says what went wrong', optional(text)),
  result: about('The first lines of what it printed', optional(text)),
});

const gitStatus = record<GitStatusLists>({
  staged: list(text),
  modified: list(text),
  untracked: list(text),
  deleted: list(text),
  conflicted: list(text),
});

const context = record<Context>({
  working_directory: text,
  worktree: text,
  branch: about('Empty on a detached HEAD', text),
  commit: about('Empty on an unborn branch', text),
  upstream_ahead: optional(count),
  upstream_behind: optional(count),
  relevant_packages: list(text),
  recent_commands: about('Newest last', list(command)),
  git_status: { ...gitStatus, missing: { staged: [], modified: [], untracked: [], deleted: [], conflicted: [] } },
  state_files: about(
    'State of other tools',
    optional(list(record<{ path: string; size: number }>({ path: text, size: count }))),
  ),
});

const session = record<SessionFacts>({
  agent: text,
  agent_version: optional(text),
  id: text,
  previous_id: optional(text),
  transcript: optional(text),
  started: optional(text),
  duration_ms: optional(count),
  model: optional(text),
  context_tokens: optional(count),
  context_window: optional(count),
});

const sessionFiles = record<NonNullable<Note['session_files']>>({
  edited: list(text),
  read: list(record<{ path: string; lines: string }>({ path: text, lines: text })),
});

/** The note, from which its check and its published JSON Schema are made. */
export const noteShape = record<Note>({
  schema,
  uid,
  created: about('UTC, from the system clock', time),
  trigger: about('Why it was saved', oneOf(triggers)),
  mode: about('summary keeps words only', oneOf(modes)),
  pending: flag,
  revision: about('How often it was changed since it was saved', optional(count)),
  kept: about('Never pruned', optional(flag)),
  anchor: optional(text),
  summary: text,
  description: text,
  analysis: about('What the session knew', analysis),
  context: about('Where the work stood', context),
  session: optional(session),
  session_files: optional(sessionFiles),
  captured_at: about('When the look at the working tree began', optional(time)),
  modified_at: about('When changed files were last written', optional(table(text))),
  files_modified: about('Over the whole session', list(text)),
  tags: optional(list(text)),
  sections: about(
    'Sections of a document that was handed in which the format does not know',
    optional(list(record<OtherSection>({ heading: text, text }))),
  ),
  nested: about(
    'Repositories inside of the working tree that were captured in their own object stores',
    optional(list(record<NestedRepository>({ path: text, commit: oid, tree: oid, files: count }))),
  ),
  skipped: about(
    'What was not captured',
    list(record<SkippedFile>({ path: text, size: count, why: oneOf(skipReasons) })),
  ),
  totals: record<Totals>({ files: count, bytes: count, added: count, removed: count }),
  memory: optional(record<NonNullable<Note['memory']>>({ heap_used: count, rss: count })),
  handoffs: about(
    'To which agents it was handed over, newest last',
    optional(list(record<Handoff>({ to: text, at: time, tokens: count }))),
  ),
  redactions: about('How many secrets were taken out', count),
});
