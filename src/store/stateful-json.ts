import { createHash } from 'node:crypto';
import type { Checkpoint } from '../core/checkpoint.ts';
import { describeCommand } from '../core/describe-command.ts';
import { Failure } from '../core/failure.ts';
import { type Analysis, emptyAnalysis } from '../core/note.ts';
import { documentId } from '../core/number.ts';
import { list, record, type Shape, table, text } from './shape.ts';

/** A file as the stateful document carries it. */
interface FileContent {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly modified?: string;
}

/** The published stateful checkpoint: everything in one JSON document, files included. */
export interface StatefulDocument {
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  readonly tags?: readonly string[];
  readonly created_at: string;
  readonly state: {
    readonly files: Readonly<Record<string, StatefulFile>>;
    readonly analysis: {
      readonly current_task: string;
      readonly next_steps: readonly string[];
      readonly decisions_made: readonly string[];
      readonly blockers: readonly string[];
      readonly relevant_docs: readonly string[];
    };
    readonly context: {
      readonly working_directory: string;
      readonly relevant_packages: readonly string[];
      readonly recent_commands: readonly string[];
      readonly git_branch: string;
      readonly git_commit: string;
    };
    readonly total_size_bytes: number;
  };
}

interface StatefulFile {
  readonly path: string;
  readonly content: string;
  /** SHA-256 of the bytes. */
  readonly hash: string;
  readonly size_bytes: number;
  readonly last_modified: string;
}

/** The checkpoint as a stateful document. Bytes that are not UTF-8 are replaced in `content`; `hash` and size are of the bytes. */
export function toStateful({ number, note }: Checkpoint, contents: readonly FileContent[]): StatefulDocument {
  const files = contents.map(({ path, bytes, modified }): [string, StatefulFile] => [
    path,
    {
      path,
      content: Buffer.from(bytes).toString('utf8'),
      hash: createHash('sha256').update(bytes).digest('hex'),
      size_bytes: bytes.length,
      last_modified: modified ?? note.created,
    },
  ]);
  const { analysis, context } = note;
  return {
    id: documentId(number),
    summary: note.summary,
    description: note.description,
    ...(note.tags === undefined ? {} : { tags: note.tags }),
    created_at: note.created,
    state: {
      files: Object.fromEntries(files),
      analysis: {
        current_task: analysis.current_task,
        next_steps: analysis.next_actions,
        decisions_made: analysis.decisions,
        blockers: analysis.blockers,
        relevant_docs: analysis.relevant_docs,
      },
      context: {
        working_directory: context.working_directory,
        relevant_packages: context.relevant_packages,
        recent_commands: context.recent_commands.map(describeCommand),
        git_branch: context.branch,
        git_commit: context.commit,
      },
      total_size_bytes: contents.reduce((sum, { bytes }) => sum + bytes.length, 0),
    },
  };
}

/** What a stateful document says; its files are not written anywhere. */
interface StatefulWords {
  readonly summary: string;
  readonly description: string;
  readonly analysis: Analysis;
  readonly tags: readonly string[];
  readonly relevantPackages: readonly string[];
  readonly recentCommands: readonly string[];
  readonly stated: StatedPlace;
}

/** What a document says about a place that may be another one. */
export interface StatedPlace {
  readonly directory: string;
  readonly branch: string;
  readonly commit: string;
  readonly files: readonly string[];
}

/** A file of the document: its contents are not taken over, so their form does not matter. */
const anything: Shape<unknown> = { schema: {}, check: (value) => value };

/** What is read of a document; all of it may be missing but the summary. */
const documentShape = record({
  summary: text,
  description: text,
  tags: list(text),
  state: maybe(
    record({
      files: maybe(table(anything)),
      context: maybe(
        record({
          working_directory: text,
          relevant_packages: list(text),
          recent_commands: list(text),
          git_branch: text,
          git_commit: text,
        }),
      ),
      analysis: maybe(
        record({
          current_task: text,
          next_steps: list(text),
          decisions_made: list(text),
          blockers: list(text),
          relevant_docs: list(text),
        }),
      ),
    }),
  ),
});

function maybe<T>(shape: Shape<T>): Shape<T> {
  return { ...shape, missing: shape.check({}, '') };
}

/** Reads a stateful document that somebody hands in. */
export function fromStateful(value: unknown): StatefulWords {
  const { summary, description, tags, state } = checkDocument(value);
  const { next_steps: next_actions, decisions_made: decisions, ...known } = state.analysis;
  const { working_directory: directory, git_branch: branch, git_commit: commit, ...context } = state.context;
  return {
    summary,
    description,
    tags,
    analysis: { ...emptyAnalysis, source: 'user', ...known, next_actions, decisions },
    relevantPackages: context.relevant_packages,
    recentCommands: context.recent_commands,
    stated: { directory, branch, commit, files: Object.keys(state.files) },
  };
}

function checkDocument(value: unknown) {
  try {
    const document = documentShape.check(value, 'document');
    if (document.summary === '') throw new Failure('usage', 'document.summary is missing');
    return document;
  } catch (cause) {
    if (cause instanceof Failure)
      throw new Failure('usage', `the checkpoint document is not valid: ${cause.message}`, { cause });
    throw cause;
  }
}
