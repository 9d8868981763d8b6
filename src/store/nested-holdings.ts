import type { Oid } from '../core/checkpoint.ts';
import type { GitEngine, GitObject } from '../git/engine.ts';
import { findNotes } from '../git/notes.ts';
import type { Holding } from '../local/nested-records.ts';
import { parseNote } from './note-text.ts';
import type { StoreState } from './state.ts';

/** What the notes of some commits hold in nested repositories. */
export async function readHoldings(
  engine: GitEngine,
  { notes }: Pick<StoreState, 'notes'>,
  commits: readonly Oid[],
): Promise<Holding[]> {
  if (commits.length === 0) return [];
  const blobs = await findNotes(engine, notes?.tree, commits);
  return parseHoldings(await engine.readObjects([...blobs.values()]));
}

/** Most notes name no nested repository; only those that do are parsed. One that cannot be read names none. */
export async function parseHoldings(notes: readonly (GitObject | undefined)[]): Promise<Holding[]> {
  const holdings: Holding[] = [];
  for (const note of notes) {
    if (note === undefined || !Buffer.from(note.bytes).includes('\nnested:')) continue;
    const parsed = await parseNote(note.bytes).catch(() => undefined);
    if (parsed !== undefined) holdings.push(parsed);
  }
  return holdings;
}
