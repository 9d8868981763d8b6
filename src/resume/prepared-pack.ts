import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Checkpoint } from '../core/checkpoint.ts';
import type { CheckpointNumber } from '../core/number.ts';
import type { RepositoryPaths } from '../core/repository-paths.ts';
import { VERSION } from '../core/version.ts';
import type { GitEngine } from '../git/engine.ts';
import { localFolder, localPath } from '../local/files.ts';
import { makeOwnFolder } from '../local/own-folder.ts';
import { replaceFile } from '../local/replace-file.ts';
import { newestNumbers } from '../store/find.ts';
import { NOTES, refOf } from '../store/refs.ts';
import type { Pack } from './pack/pack.ts';
import { bodyOf, type PackBody, packAgain } from './pack/pack-body.ts';
import type { Stand } from './stand.ts';

/** What a pack must be like, beside what it says. */
export interface PackWish {
  readonly tokens: number;
  /** For each text. */
  readonly chars: number;
  readonly parts: number;
}

/** A pack for when nothing changed since its checkpoint, and how the working tree stands then. */
export interface PreparedPack {
  readonly checkpoint: Checkpoint;
  readonly pack: Pack;
  readonly stand: Stand;
}

interface Kept extends Omit<PreparedPack, 'pack'> {
  readonly key: string;
  readonly wish: PackWish;
  readonly body: PackBody;
}

/** What a resume asks for. */
export interface PackQuestion {
  readonly number: CheckpointNumber;
  /** Names the checkpoint with its note: as long as both refs and the place are the same, so is all that is made of them. */
  readonly key: string;
  readonly wish: PackWish;
  readonly now: Date;
}

/**
 * The question for the newest checkpoint; none where there is none, or a wish that comes too seldom. It is to be asked before anything
 * is read: what changes meanwhile must not pass for what was read.
 */
export async function questionFor(
  engine: GitEngine,
  { wish, now }: { readonly wish?: PackWish; readonly now: Date },
): Promise<PackQuestion | undefined> {
  const [number] = wish === undefined ? [] : await newestNumbers(engine, 1);
  if (wish === undefined || number === undefined) return undefined;
  const refs = await engine.resolveRefs([refOf(number), NOTES]);
  return { number, key: JSON.stringify([VERSION, engine.place.root, number, ...refs]), wish, now };
}

/** What was prepared for such a wish, if it still holds. */
export function recallPack(place: RepositoryPaths, asked: PackQuestion): PreparedPack | undefined {
  const kept = readKept(place);
  if (kept?.key !== asked.key || !isSame(kept.wish, asked.wish)) return undefined;
  const { checkpoint, stand, body } = kept;
  const pack = packAgain(body, { checkpoint, now: asked.now }, asked.wish);
  return pack && { checkpoint, pack, stand };
}

/** What the last resume here wished for: the next one will, too. */
export function lastWish(place: RepositoryPaths): PackWish | undefined {
  return readKept(place)?.wish;
}

/** Keeps a pack for the next resume. */
export function keepPack(place: RepositoryPaths, asked: PackQuestion, prepared: PreparedPack): void {
  const { checkpoint, pack, stand } = prepared;
  const body = bodyOf(pack, { checkpoint, now: asked.now });
  // One that was rebuilt from its commit message may get its note back without a ref that moves.
  if (body === undefined || checkpoint.noteFrom !== 'note') return;
  const { key, wish } = asked;
  const folder = localFolder(place.gitDir);
  try {
    makeOwnFolder(folder);
    replaceFile(localPath(place, 'pack.json'), inAscii({ key, wish, checkpoint, stand, body }));
  } catch {
    // A repository that cannot be written to has its packs made anew each time.
  }
}

/** Checkpoints that are removed are not to be read from a copy, in whichever worktree. */
export function forgetPacks({ commonDir }: RepositoryPaths, removed: readonly CheckpointNumber[]): void {
  const linked = join(commonDir, 'worktrees');
  const others = existsSync(linked) ? readdirSync(linked).map((name) => join(linked, name)) : [];
  for (const gitDir of [commonDir, ...others]) {
    const kept = readKept({ gitDir });
    if (kept !== undefined && removed.includes(kept.checkpoint.number))
      rmSync(localPath({ gitDir }, 'pack.json'), { force: true });
  }
}

/** One character that is not ASCII would make reading take twice as long. */
function inAscii(kept: Kept): string {
  const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(kept).replace(/[^\0-\x7f]/g, escaped);
}

function readKept({ gitDir }: Pick<RepositoryPaths, 'gitDir'>): Kept | undefined {
  try {
    const kept = JSON.parse(readFileSync(localPath({ gitDir }, 'pack.json'), 'latin1')) as Kept | null;
    return kept?.stand === undefined ? undefined : kept;
  } catch {
    // Not there yet, or not what this version writes.
    return undefined;
  }
}

function isSame(one: PackWish, other: PackWish): boolean {
  return one.tokens === other.tokens && one.chars === other.chars && one.parts === other.parts;
}
