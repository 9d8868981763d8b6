import { type Checkpoint, isDamaged } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { Failure } from '../core/failure.ts';
import type { Trigger } from '../core/note.ts';
import { modifiedInSession } from '../core/session-files.ts';
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

/** How the project evolved during each session that has a checkpoint, the newest session first. */
export async function listEvolutions(repository: Repository): Promise<Evolution[]> {
  const sessions = new Map<string, Checkpoint[]>();
  for (const entry of await list(repository)) {
    const id = isDamaged(entry) ? undefined : entry.note.session?.id;
    if (isDamaged(entry) || id === undefined || id === '') continue;
    sessions.set(id, [entry, ...(sessions.get(id) ?? [])]);
  }
  return [...sessions.values()].map(evolutionOf);
}

/** The evolution of the session with this id, or whose id alone begins with it. */
export async function findEvolution(repository: Repository, id: string): Promise<Evolution> {
  const sessions = await listEvolutions(repository);
  const exact = sessions.find(({ session }) => session === id);
  const matching = exact === undefined ? sessions.filter(({ session }) => session.startsWith(id)) : [exact];
  const [found, another] = matching;
  if (found !== undefined && another === undefined) return found;
  const message =
    found === undefined ? `no checkpoint belongs to the session ${id}` : `several sessions begin with '${id}'`;
  throw new Failure('fatal', message, { hint: 'Run `git checkpoint sessions` to see which there are.' });
}

/** Puts the checkpoints of one session, oldest first, together. */
export function evolutionOf(checkpoints: readonly Checkpoint[]): Evolution {
  const notes = checkpoints.map(({ note }) => note);
  const [first] = notes;
  const started = notes.find(({ session }) => session?.started !== undefined)?.session?.started ?? first?.created ?? '';
  const steps = checkpoints.map((checkpoint) => stepOf(checkpoint, started));
  return {
    session: first?.session?.id ?? '',
    agent: first?.session?.agent ?? '',
    branches: [...new Set(notes.map(({ context }) => context.branch))],
    started,
    total: steps.length,
    totalDuration: Math.max(0, ...steps.map(({ duration }) => duration)),
    filesModified: modifiedInSession(notes),
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
