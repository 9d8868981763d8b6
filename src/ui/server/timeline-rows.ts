import { type Checkpoint, isDamaged } from '../../core/checkpoint.ts';
import { defined } from '../../core/defined.ts';
import type { Note } from '../../core/note.ts';
import { testRuns } from '../../core/test-run.ts';
import { countChanges } from '../../core/tree-change.ts';
import { whySaved } from '../../core/why-saved.ts';
import type { Repository } from '../../open/repository.ts';
import { type HeadMoved, type KnownCommits, readHeadMoves } from '../../repository/commits-made.ts';
import { type TimelineEntry, type TimelineOptions, timeline } from '../../repository/timeline.ts';
import type { HeadMoveJson, RowJson } from '../api.ts';

const MAX_PATHS = 4;

/** The lines of the timeline, newest first, in parts as they are read. */
export async function* timelineRows(repository: Repository, options: TimelineOptions = {}): AsyncGenerator<RowJson[]> {
  const known: KnownCommits = new Map();
  for await (const entries of timeline(repository, { ...options, forPage: true })) {
    const moved = entries.filter(isMoved);
    const moves = moved.map(({ entry, previous }) => ({ from: baseOf(previous), to: baseOf(entry) }));
    const told = await readHeadMoves(repository, moves, known);
    const moveOf = new Map(moved.map((entry, at) => [entry, told[at]]));
    yield entries.map((entry) => rowOf(entry, moveOf.get(entry)));
  }
}

function baseOf(entry: TimelineEntry['entry'] | undefined): string {
  return entry === undefined || isDamaged(entry) ? '' : (entry.base ?? '');
}

function isMoved({ entry, previous }: TimelineEntry): boolean {
  return baseOf(entry) !== '' && baseOf(previous) !== '' && baseOf(entry) !== baseOf(previous);
}

/** What became of branch and HEAD since the checkpoint before. */
function headOf({ entry, previous }: TimelineEntry, moved: HeadMoved | undefined): HeadMoveJson | undefined {
  if (isDamaged(entry) || previous === undefined) return undefined;
  const { branch } = previous.note.context;
  if (branch !== entry.note.context.branch) return { kind: 'switched', from: branch };
  if (moved?.kind === 'committed') return moved;
  return moved === undefined ? undefined : { kind: 'moved', to: moved.to };
}

function rowOf(row: TimelineEntry, moved: HeadMoved | undefined): RowJson {
  const { entry, since } = row;
  const { number, commit } = entry;
  if (isDamaged(entry)) return { number, commit, damage: entry.damage };
  const { note, provenance, base } = entry;
  return defined({
    number,
    commit,
    created: note.created,
    summary: note.summary,
    trigger: note.trigger,
    why: whySaved(note),
    branch: note.context.branch,
    worktree: note.context.worktree,
    base: base ?? null,
    head: headOf(row, moved),
    agent: note.session?.agent,
    session: note.session?.id,
    intent: note.analysis.session_intent.slice(0, 200) || undefined,
    turn: turnOf(note),
    context_percent: contextPercent(note),
    kept: note.kept === true,
    pending: note.pending,
    by: isOthers(entry) ? provenance?.author.name : undefined,
    tests: testRuns(note.context.recent_commands).at(-1)?.outcome,
    since:
      since === undefined
        ? undefined
        : defined({
            ...countChanges(since.changes),
            number: since.number,
            paths: since.changes.slice(0, MAX_PATHS).map(({ path }) => path),
          }),
  });
}

function isOthers({ provenance }: Checkpoint): boolean {
  return provenance?.remote !== undefined && !provenance.trusted;
}

function contextPercent({ session }: Note): number | undefined {
  const { context_tokens: used, context_window: window } = session ?? {};
  return used === undefined || !window ? undefined : Math.round((100 * used) / window);
}

/** The newest turn that something is known from. */
function turnOf({ analysis }: Note): number | undefined {
  const own = Object.values(analysis.evidence ?? {}).filter(({ earlier }) => !earlier);
  const newest = Math.max(0, ...own.map(({ turn = 0 }) => turn));
  return newest === 0 ? undefined : newest;
}
