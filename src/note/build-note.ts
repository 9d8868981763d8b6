import type { Checkpoint } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import type { NestedRepository, Note } from '../core/note.ts';
import type { Session } from '../core/session.ts';
import { countChanges } from '../core/tree-change.ts';
import { configOf, type Repository } from '../open/repository.ts';
import { redactNote } from '../redaction/redact-note.ts';
import type { Snapshot } from '../snapshot/take-snapshot.ts';
import type { RenderedNote } from '../store/note-text.ts';
import { readContents } from './file-contents.ts';
import { fitNote } from './fit-note.ts';
import { readManifests } from './manifests.ts';
import type { SaveRequest } from './save-request.ts';
import { findKnowledge, headlineOf, sessionFacts } from './session-knowledge.ts';
import { listStateFiles } from './state-files.ts';
import { gitStatusLists } from './status-lists.ts';

export interface NoteMaterial {
  readonly request: SaveRequest;
  readonly uid: string;
  /** When the look at the working tree began. */
  readonly began: Date;
  readonly snapshot: Snapshot;
  /** What was captured of repositories inside of the working tree. */
  readonly nested: readonly NestedRepository[];
  /** The checkpoint that this one goes on from. */
  readonly predecessor?: Checkpoint;
  readonly session?: Session;
}

/** Where the session's edits went. */
function editedPaths({ turns }: Session): string[] {
  const calls = turns.flatMap(({ steps }) => steps.flatMap((step) => (step.kind === 'tool' ? [step.call] : [])));
  return calls.filter(({ action }) => action === 'edit').flatMap(({ paths }) => paths);
}

const MAX_PATHS = 200;

/** Puts the note together: what was given, what git says, where it happened. */
export async function buildNote(repository: Repository, material: NoteMaterial): Promise<RenderedNote> {
  const { world, engine } = repository;
  const { request, snapshot } = material;
  const config = await configOf(repository);
  const now = world.now();
  const { status } = snapshot;
  const { files, added, removed } = countChanges(snapshot.changes);
  const edited = material.session === undefined ? [] : editedPaths(material.session);
  const found = findKnowledge(material, {
    manifests: config.captureAnalysis ? readManifests(engine.place.root) : [],
    contents: await readContents(engine, snapshot.changes, edited),
  });
  const note: Note = defined({
    schema: 1,
    uid: material.uid,
    created: `${now.toISOString().slice(0, 19)}Z`,
    trigger: request.trigger,
    mode: request.mode ?? config.mode,
    pending: request.pending ?? false,
    anchor: request.anchor,
    ...headlineOf(material, config.autoSummary ? found : { ...found, summary: 'Checkpoint' }),
    analysis: found.analysis,
    context: defined({
      working_directory: world.cwd,
      worktree: engine.place.root,
      branch: status.branch ?? '',
      commit: status.head ?? '',
      upstream_ahead: status.ahead,
      upstream_behind: status.behind,
      relevant_packages: [...new Set([...(request.relevantPackages ?? []), ...found.relevantPackages])],
      recent_commands: [...(request.recentCommands ?? []).map((command) => ({ command })), ...found.recentCommands],
      git_status: gitStatusLists(status, MAX_PATHS),
      ...listStateFiles(engine.place.root, config.stateDirs),
    }),
    ...sessionFacts(material),
    session_files: material.session === undefined ? undefined : found.sessionFiles,
    captured_at: material.began.toISOString(),
    modified_at: snapshot.modifiedAt,
    files_modified: filesModified(material),
    tags: filled(request.tags),
    sections: filled(request.sections),
    nested: filled(material.nested),
    skipped: snapshot.skipped.slice(0, MAX_PATHS),
    totals: { files, bytes: snapshot.bytes, added, removed },
    memory: request.memory,
    redactions: 0,
  });
  return fitNote(redactNote(note));
}

function filled<T>(list: readonly T[] | undefined): readonly T[] | undefined {
  return list === undefined || list.length === 0 ? undefined : list;
}

/** What differs now comes first: when the list is cut, the older files go. */
function filesModified({ request, snapshot, predecessor, session }: NoteMaterial): string[] {
  const same = session !== undefined && predecessor?.note.session?.id === session.id;
  const before = same ? predecessor.note.files_modified : [];
  const paths = new Set([...snapshot.changes.map(({ path }) => path), ...(request.filesModified ?? []), ...before]);
  return [...paths].slice(0, MAX_PATHS);
}
