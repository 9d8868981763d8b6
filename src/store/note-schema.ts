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
  modes,
  type Note,
  type RecentCommand,
  type SessionFacts,
  type SkippedFile,
  skipReasons,
  sources,
  type Totals,
  triggers,
} from '../core/note.ts';
import { isUid } from '../core/number.ts';
import { type Fields, fields, flag, integer, items, oneOf, optional, text, texts, textTable, whole } from './fields.ts';

/** Checks that a parsed document is a note of schema 1; the failure names the field. Unknown fields are passed over. */
export function checkNote(value: unknown): Note {
  const note = fields(value, 'note');
  const schema = note.value['schema'];
  if (schema !== 1) {
    const newer = typeof schema === 'number' && schema > 1;
    throw new Failure('fatal', `the note has schema ${JSON.stringify(schema) ?? 'none'}; this version reads schema 1`, {
      ...(newer ? { hint: 'It was made by a newer git-checkpoint: update this one.' } : {}),
    });
  }
  const uid = text(note, 'uid');
  if (!isUid(uid)) throw new Failure('fatal', 'the note’s uid is not a ULID');
  return {
    schema: 1,
    uid,
    created: time(note, 'created'),
    trigger: oneOf(note, 'trigger', triggers),
    mode: oneOf(note, 'mode', modes),
    pending: flag(note, 'pending'),
    ...optional(note, 'revision', whole),
    ...optional(note, 'kept', flag),
    ...optional(note, 'anchor', text),
    summary: text(note, 'summary'),
    description: text(note, 'description'),
    analysis: checkAnalysis(note, 'analysis'),
    context: checkContext(note, 'context'),
    ...optional(note, 'session', checkSession),
    ...optional(note, 'session_files', checkSessionFiles),
    ...optional(note, 'captured_at', time),
    ...optional(note, 'modified_at', textTable),
    files_modified: texts(note, 'files_modified'),
    skipped: items(note, 'skipped', checkSkipped),
    totals: checkTotals(note, 'totals'),
    ...optional(note, 'memory', checkMemory),
    redactions: whole(note, 'redactions'),
  };
}

function time(from: Fields, key: string): string {
  const value = text(from, key);
  if (Number.isNaN(Date.parse(value))) throw new Failure('fatal', `${from.path}.${key} is not a time`);
  return value;
}

const checks = {
  text,
  list: texts,
  artifacts: (from: Fields, key: string) => items(from, key, checkArtifact),
} as const;

/** Checks the analysis alone; also what a program hands in. */
function checkAnalysis(from: Fields, key: string): Analysis {
  const analysis = fields(from.value[key], `${from.path}.${key}`);
  return {
    source: oneOf(analysis, 'source', sources),
    ...(Object.fromEntries(
      analysisFields.map(({ name, kind }) => [name, checks[kind](analysis, name)]),
    ) as unknown as Omit<Analysis, 'source' | 'evidence'>),
    ...optional(analysis, 'evidence', checkEvidence),
    ...optional(analysis, 'model_error', text),
  };
}

function checkArtifact(artifact: Fields): Artifact {
  return {
    path: text(artifact, 'path'),
    status: oneOf(artifact, 'status', artifactStatuses),
    ...optional(artifact, 'added', whole),
    ...optional(artifact, 'removed', whole),
    change: text(artifact, 'change'),
  };
}

function checkEvidence(from: Fields, key: string): Record<string, Evidence> {
  const table = fields(from.value[key], `${from.path}.${key}`);
  const entries = Object.keys(table.value).map((place): [string, Evidence] => {
    const evidence = fields(table.value[place], `${table.path}.${place}`);
    const by = oneOf(evidence, 'by', evidenceSources);
    return [place, { by, ...optional(evidence, 'turn', whole), ...optional(evidence, 'earlier', flag) }];
  });
  return Object.fromEntries(entries);
}

function checkCommand(command: Fields): RecentCommand {
  return {
    command: text(command, 'command'),
    ...optional(command, 'exit', integer),
    ...optional(command, 'outcome', (from, key) => oneOf(from, key, commandOutcomes)),
    ...optional(command, 'error', text),
  };
}

function checkContext(from: Fields, key: string): Context {
  const context = fields(from.value[key], `${from.path}.${key}`);
  const status = fields(context.value['git_status'] ?? {}, `${context.path}.git_status`);
  return {
    working_directory: text(context, 'working_directory'),
    worktree: text(context, 'worktree'),
    branch: text(context, 'branch'),
    commit: text(context, 'commit'),
    ...optional(context, 'upstream_ahead', whole),
    ...optional(context, 'upstream_behind', whole),
    relevant_packages: texts(context, 'relevant_packages'),
    recent_commands: items(context, 'recent_commands', checkCommand),
    git_status: {
      staged: texts(status, 'staged'),
      modified: texts(status, 'modified'),
      untracked: texts(status, 'untracked'),
      deleted: texts(status, 'deleted'),
      conflicted: texts(status, 'conflicted'),
    },
    ...optional(context, 'state_files', (inside, name) =>
      items(inside, name, (file) => ({ path: text(file, 'path'), size: whole(file, 'size') })),
    ),
  };
}

function checkSession(from: Fields, key: string): SessionFacts {
  const session = fields(from.value[key], `${from.path}.${key}`);
  return {
    agent: text(session, 'agent'),
    ...optional(session, 'agent_version', text),
    id: text(session, 'id'),
    ...optional(session, 'previous_id', text),
    ...optional(session, 'transcript', text),
    ...optional(session, 'started', text),
    ...optional(session, 'duration_ms', whole),
    ...optional(session, 'model', text),
    ...optional(session, 'context_tokens', whole),
    ...optional(session, 'context_window', whole),
  };
}

function checkSessionFiles(from: Fields, key: string): NonNullable<Note['session_files']> {
  const files = fields(from.value[key], `${from.path}.${key}`);
  return {
    edited: texts(files, 'edited'),
    read: items(files, 'read', (file) => ({ path: text(file, 'path'), lines: text(file, 'lines') })),
  };
}

function checkSkipped(file: Fields): SkippedFile {
  return { path: text(file, 'path'), size: whole(file, 'size'), why: oneOf(file, 'why', skipReasons) };
}

function checkTotals(from: Fields, key: string): Totals {
  const totals = fields(from.value[key], `${from.path}.${key}`);
  const count = (name: string) => whole(totals, name);
  return { files: count('files'), bytes: count('bytes'), added: count('added'), removed: count('removed') };
}

function checkMemory(from: Fields, key: string): NonNullable<Note['memory']> {
  const memory = fields(from.value[key], `${from.path}.${key}`);
  return { heap_used: whole(memory, 'heap_used'), rss: whole(memory, 'rss') };
}
