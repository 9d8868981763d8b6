import { isDamaged } from '../core/checkpoint.ts';
import { count } from '../core/count.ts';
import { Failure } from '../core/failure.ts';
import { type CheckpointNumber, checkpointNumber, type Selector } from '../core/number.ts';
import type { GitEngine } from '../git/engine.ts';
import { findRenumbering } from './aliases.ts';
import { readInChunks } from './read-in-chunks.ts';
import { CHECKPOINTS, numberOf, refOf } from './refs.ts';
import { type CheckpointRef, listCheckpointRefs, listNumbers, readNewestHint } from './state.ts';

const AT_ONCE = 64;
const MAX_ROUNDS = 5;

/** The newest numbers, descending. */
export async function newestNumbers(engine: GitEngine, limit: number): Promise<CheckpointNumber[]> {
  return (await newestRefs(engine, limit)).map(({ number }) => number);
}

/**
 * The newest checkpoints, descending. Asks for the refs just below the newest known number instead of reading all of them, so that the
 * cost does not grow with the store; wide gaps and a missing hint fall back to reading all.
 */
export async function newestRefs(engine: GitEngine, limit: number): Promise<CheckpointRef[]> {
  const hint = readNewestHint(engine);
  if (hint === 0 || limit > AT_ONCE * MAX_ROUNDS) return all(engine, limit);
  const found: CheckpointRef[] = [];
  let from = hint + 4;
  for (let round = 0; round < MAX_ROUNDS && found.length < limit && from >= 1; round += 1) {
    const size = Math.min(from, AT_ONCE, limit + 4);
    const asked = Array.from({ length: size }, (_, at) => checkpointNumber(from - at));
    // The refs alone: a checkpoint whose commit is lost has its place, too.
    const commits = await engine.resolveRefs(asked.map(refOf));
    // Something beyond the hint: another process may have made many since.
    if (round === 0 && commits[0] !== undefined) return all(engine, limit);
    for (const [at, number] of asked.entries()) {
      const commit = commits[at];
      if (commit !== undefined) found.push({ number, commit });
    }
    from -= size;
  }
  return found.length >= limit || from < 1 ? found.slice(0, limit) : all(engine, limit);
}

async function all(engine: GitEngine, limit: number): Promise<CheckpointRef[]> {
  return (await listCheckpointRefs(engine)).reverse().slice(0, limit);
}

/** The number that a selector means here; undefined when there is none. A number that is free and once was another's is that one. */
async function findNumber(engine: GitEngine, selector: Selector): Promise<CheckpointNumber | undefined> {
  switch (selector.kind) {
    case 'number': {
      const [there] = await engine.readObjects([refOf(selector.number)]);
      return there === undefined
        ? ((await findRenumbering(engine, selector.number))?.to ?? selector.number)
        : selector.number;
    }
    case 'latest':
      return (await newestNumbers(engine, selector.back + 1))[selector.back];
    case 'uid':
      return findByUid(engine, selector.uid);
    case 'prefix':
      return (await findByCommit(engine, selector.text)) ?? findByUid(engine, selector.text);
  }
}

/** By the uid, or the beginning of it. */
async function findByUid(engine: GitEngine, text: string): Promise<CheckpointNumber | undefined> {
  const wanted = text.toUpperCase();
  const found: { readonly number: CheckpointNumber }[] = [];
  for await (const chunk of readInChunks(engine, await listCheckpointRefs(engine), { briefly: true }))
    for (const entry of chunk)
      if (!isDamaged(entry) && entry.note.uid.toUpperCase().startsWith(wanted)) found.push({ number: entry.number });
  return onlyOne(found, text)?.number;
}

async function findByCommit(engine: GitEngine, text: string): Promise<CheckpointNumber | undefined> {
  const refs = await engine.listRefs(CHECKPOINTS);
  const found = refs.flatMap(({ ref, oid }) => {
    const number = oid.startsWith(text.toLowerCase()) ? numberOf(ref) : undefined;
    return number === undefined ? [] : [{ number }];
  });
  return onlyOne(found, text)?.number;
}

function onlyOne<T extends { readonly number: CheckpointNumber }>(found: readonly T[], text: string): T | undefined {
  if (found.length < 2) return found[0];
  const numbers = found.slice(0, 5).map(({ number }) => number);
  throw new Failure(
    'usage',
    `'${text}' is ambiguous: checkpoints ${numbers.join(', ')}${found.length > 5 ? ', …' : ''}`,
  );
}

/** The number that a selector means; a failure when nothing is there. */
export async function loadNumber(engine: GitEngine, selector: Selector): Promise<CheckpointNumber> {
  const number = await findNumber(engine, selector);
  if (number !== undefined) return number;
  if (selector.kind === 'uid') throw new Failure('fatal', `no checkpoint '${selector.uid}'`);
  if (selector.kind === 'prefix') throw new Failure('fatal', `no checkpoint '${selector.text}'`);
  const existing = (await listNumbers(engine)).length;
  if (existing > 0)
    throw new Failure(
      'fatal',
      `only ${count(existing, 'checkpoint')} exist${existing === 1 ? 's' : ''}; the oldest is latest~${existing - 1}`,
    );
  throw new Failure('fatal', 'no checkpoints yet', { hint: 'Make one with `git checkpoint save`.' });
}
