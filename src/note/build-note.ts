import { cutWords } from '../analysis/sentences.ts';
import type { Checkpoint } from '../core/checkpoint.ts';
import { type Analysis, LARGEST_NOTE, type Note } from '../core/note.ts';
import type { Session } from '../core/session.ts';
import type { TreeChange } from '../core/tree-change.ts';
import { configOf, type Repository } from '../open/repository.ts';
import { redactNote } from '../redaction/redact-note.ts';
import type { Snapshot } from '../snapshot/take-snapshot.ts';
import { renderNote } from '../store/note-text.ts';
import { readManifests } from './manifests.ts';
import type { SaveRequest } from './save-request.ts';
import { findKnowledge, sessionFacts } from './session-knowledge.ts';
import { listStateFiles } from './state-files.ts';
import { gitStatusLists } from './status-lists.ts';

export interface NoteMaterial {
  readonly request: SaveRequest;
  readonly uid: string;
  /** When the look at the working tree began. */
  readonly began: Date;
  readonly snapshot: Snapshot;
  /** The checkpoint that this one goes on from. */
  readonly predecessor?: Checkpoint;
  readonly session?: Session;
}

const MOST_PATHS = 200;

/** Puts the note together: what was given, what git says, where it happened. */
export async function buildNote(repository: Repository, material: NoteMaterial): Promise<Note> {
  const { world, engine } = repository;
  const { request, snapshot } = material;
  const config = await configOf(repository);
  const now = world.now();
  const { status } = snapshot;
  const found = findKnowledge(material, config.captureAnalysis ? readManifests(engine.place.root) : []);
  const note: Note = {
    schema: 1,
    uid: material.uid,
    created: `${now.toISOString().slice(0, 19)}Z`,
    trigger: request.trigger,
    mode: request.mode ?? config.mode,
    pending: request.pending ?? false,
    ...(request.anchor === undefined ? {} : { anchor: request.anchor }),
    summary: given(request.summary) ?? (config.autoSummary ? found.summary : 'Checkpoint'),
    description: request.description ?? '',
    analysis: found.analysis,
    context: {
      working_directory: world.cwd,
      worktree: engine.place.root,
      branch: status.branch ?? '',
      commit: status.head ?? '',
      ...(status.ahead === undefined ? {} : { upstream_ahead: status.ahead }),
      ...(status.behind === undefined ? {} : { upstream_behind: status.behind }),
      relevant_packages: found.relevantPackages,
      recent_commands: found.recentCommands,
      git_status: gitStatusLists(status, MOST_PATHS),
      ...listStateFiles(engine.place.root, config.stateDirs),
    },
    ...sessionFacts(material),
    ...(material.session === undefined ? {} : { session_files: found.sessionFiles }),
    captured_at: material.began.toISOString(),
    modified_at: snapshot.modifiedAt,
    files_modified: filesModified(material),
    skipped: snapshot.skipped.slice(0, MOST_PATHS),
    totals: totalsOf(snapshot),
    ...(request.memory === undefined ? {} : { memory: request.memory }),
    redactions: 0,
  };
  return fitted(redactNote(note));
}

/** A summary of nothing but spaces is none. */
function given(summary: string | undefined): string | undefined {
  return summary?.trim() === '' ? undefined : summary;
}

/** What differs now comes first: when the list is cut, the older files go. */
function filesModified({ request, snapshot, predecessor, session }: NoteMaterial): string[] {
  const same = session !== undefined && predecessor?.note.session?.id === session.id;
  const before = same ? predecessor.note.files_modified : [];
  const paths = new Set([...snapshot.changes.map(({ path }) => path), ...(request.filesModified ?? []), ...before]);
  return [...paths].slice(0, MOST_PATHS);
}

function totalsOf(snapshot: Snapshot): Note['totals'] {
  const sum = (count: (change: TreeChange) => number | undefined) =>
    snapshot.changes.reduce((total, change) => total + (count(change) ?? 0), 0);
  return {
    files: snapshot.changes.length,
    bytes: snapshot.bytes,
    added: sum(({ added }) => added),
    removed: sum(({ removed }) => removed),
  };
}

/** Drops the least needed parts until the note can be read again. */
function fitted(note: Note): Note {
  const { modified_at: _times, ...withoutTimes } = note;
  const { session_files: _files, ...withoutSessionFiles } = withoutTimes;
  const { evidence: _evidence, ...analysis } = note.analysis;
  const lean: Note = {
    ...withoutSessionFiles,
    analysis: { ...analysis, artifacts: analysis.artifacts.slice(0, 40) },
    files_modified: note.files_modified.slice(0, 40),
    skipped: note.skipped.slice(0, 40),
    context: { ...note.context, git_status: { staged: [], modified: [], untracked: [], deleted: [], conflicted: [] } },
  };
  const fits = (candidate: Note) => Buffer.byteLength(renderNote(candidate)) <= LARGEST_NOTE;
  const whole = [note, withoutTimes, withoutSessionFiles, lean].find(fits);
  if (whole !== undefined) return whole;
  const share = SHARES.find((one) => fits(shortened(lean, one))) ?? SHORTEST;
  return shortened(lean, share);
}

const SHORTEST = 60;
const SHARES = [4000, 2000, 1000, 500, 250, 120, SHORTEST];

/** Cuts every text to `share` characters and every list to its newest items: a note that nobody can read says nothing at all. */
function shortened(note: Note, share: number): Note {
  const cut = (value: unknown): unknown => {
    if (typeof value === 'string') return cutWords(value, share);
    return Array.isArray(value) ? value.slice(-share / 2).map(cut) : value;
  };
  const analysis = Object.fromEntries(Object.entries(note.analysis).map(([field, value]) => [field, cut(value)]));
  const { state_files, ...context } = note.context;
  // A path cut short would name another file: there are fewer of them instead.
  const few = Math.floor(share / 100);
  return {
    ...note,
    ...(note.anchor === undefined ? {} : { anchor: cutWords(note.anchor, share) }),
    summary: cutWords(note.summary, share),
    description: cutWords(note.description, share * 4),
    analysis: { ...(analysis as unknown as Analysis), artifacts: note.analysis.artifacts.slice(0, few) },
    context: { ...context, ...(state_files === undefined ? {} : { state_files: state_files.slice(0, few) }) },
    files_modified: note.files_modified.slice(0, few),
    skipped: note.skipped.slice(0, few),
  };
}
