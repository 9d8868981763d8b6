import { type Checkpoint, isDamaged } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { Failure } from '../core/failure.ts';
import type { Trigger } from '../core/note.ts';
import type { Repository } from '../open/repository.ts';
import { list } from '../repository/list.ts';

/** How a project evolved during a session, as its checkpoints tell. */
export interface Evolution {
  readonly session: string;
  readonly agent: string;
  readonly branches: readonly string[];
  readonly started: string;
  readonly total: number;
  /** Milliseconds. */
  readonly totalDuration: number;
  readonly filesModified: readonly string[];
  /** In bytes; 0 when nobody measured. */
  readonly peakMemory: number;
  /** Oldest first. */
  readonly checkpoints: readonly EvolutionStep[];
}

export interface EvolutionStep {
  readonly number: number;
  readonly created: string;
  readonly trigger: Trigger;
  /** Milliseconds since the session began. */
  readonly duration: number;
  /** Against HEAD at that moment. */
  readonly files: number;
  readonly added: number;
  readonly removed: number;
  readonly filesModified: number;
  readonly memory?: { readonly heapUsed: number; readonly rss: number };
  readonly summary: string;
}

/** The evolution of a session; of the newest one that has a checkpoint, when none is named. Undefined when there is none at all. */
export async function findEvolution(repository: Repository, session?: string): Promise<Evolution | undefined> {
  const entries = await list(repository);
  const checkpoints = entries.filter((entry): entry is Checkpoint => !isDamaged(entry));
  const id = session ?? checkpoints.find(({ note }) => note.session?.id)?.note.session?.id;
  const own = checkpoints.filter(({ note }) => id !== undefined && note.session?.id === id);
  if (own.length > 0) return evolutionOf(own.reverse());
  if (session === undefined) return undefined;
  throw new Failure('fatal', `no checkpoint belongs to the session ${session}`, {
    hint: 'See `git checkpoint list --json` for the sessions that there are.',
  });
}

/** Puts the checkpoints of one session, oldest first, together. */
export function evolutionOf(checkpoints: readonly Checkpoint[]): Evolution {
  const notes = checkpoints.map(({ note }) => note);
  const [first] = notes;
  const started = notes.find(({ session }) => session?.started !== undefined)?.session?.started ?? first?.created ?? '';
  const steps = checkpoints.map((checkpoint) => stepOf(checkpoint, started));
  const files = new Set(notes.flatMap((note) => note.files_modified));
  return {
    session: first?.session?.id ?? '',
    agent: first?.session?.agent ?? '',
    branches: [...new Set(notes.map(({ context }) => context.branch))],
    started,
    total: steps.length,
    totalDuration: Math.max(0, ...steps.map(({ duration }) => duration)),
    filesModified: [...files],
    peakMemory: Math.max(0, ...steps.map(({ memory }) => memory?.rss ?? 0)),
    checkpoints: steps,
  };
}

function stepOf({ number, note }: Checkpoint, started: string): EvolutionStep {
  const { created, trigger, session, totals, memory, summary } = note;
  return defined({
    number,
    created,
    trigger,
    duration: session?.duration_ms ?? Math.max(0, Date.parse(created) - Date.parse(started)),
    files: totals.files,
    added: totals.added,
    removed: totals.removed,
    filesModified: note.files_modified.length,
    memory: memory === undefined ? undefined : { heapUsed: memory.heap_used, rss: memory.rss },
    summary,
  });
}
