import type { Oid } from '../core/checkpoint.ts';
import { parseCommit } from '../git/commit-bytes.ts';
import type { GitEngine } from '../git/engine.ts';
import { INDEX_MESSAGE } from '../store/index-commit.ts';
import type { NumberedCommit } from './plan-sync.ts';
import { ReferrerIndex } from './referrer-index.ts';
import { type SecretLine, UNREAD } from './scan-bytes.ts';

/** A secret in a new object. */
export interface SecretHit extends SecretLine {
  readonly oid: Oid;
  readonly path: string;
}

/** A secret in a checkpoint that would be pushed. */
export interface SecretFinding extends NumberedCommit, SecretLine {
  /** A file of the snapshot, or `note`, or `message`, or `author`. */
  readonly path: string;
  /** `history`: in a commit below the checkpoint that was not pushed yet. */
  readonly where: 'snapshot' | 'words' | 'history';
}

/** Says which checkpoints the found secrets would leave with, and at which path. */
export async function attributeSecrets(
  engine: GitEngine,
  { hits, sources }: { readonly hits: readonly SecretHit[]; readonly sources: readonly Oid[] },
  outgoing: readonly NumberedCommit[],
): Promise<SecretFinding[]> {
  const oids = hits.map(({ oid }) => oid);
  const index = await ReferrerIndex.read(engine, sources, oids);
  const referrersOf = new Map(oids.map((oid) => [oid, index.of(oid)]));
  const isReached = (oid: Oid, { commit }: NumberedCommit) => referrersOf.get(oid)?.has(commit) === true;
  // Each object belongs to a checkpoint. One whose checkpoint is not found is reported for all of them rather than let through.
  const strays = new Set(oids.filter((oid) => !outgoing.some((checkpoint) => isReached(oid, checkpoint))));
  const committed = committedPaths(engine);
  const findings: SecretFinding[] = [];
  for (const checkpoint of outgoing) {
    const mine = hits.filter(({ oid }) => isReached(oid, checkpoint) || strays.has(oid));
    const parts = mine.length === 0 ? undefined : await treesOf(engine, checkpoint.commit);
    for (const hit of mine) {
      const path = parts?.trees
        .map((tree) => index.pathIn(tree, hit.oid, referrersOf.get(hit.oid) ?? new Set()))
        .find((found) => found !== undefined);
      // A file that is committed under such a name, or packed so, is there by the user's own decision.
      const isChosen =
        (hit.kind === 'file-name' || hit.kind === UNREAD) &&
        (path === undefined || (await committed(parts?.base)).has(path));
      if (!isChosen) findings.push(locate(hit, checkpoint, path));
    }
  }
  return findings;
}

function locate(
  { kind, line, oid, path: firstPath }: SecretHit,
  { number, commit }: NumberedCommit,
  path?: string,
): SecretFinding {
  if (oid === commit) return { number, commit, kind, line, path: firstPath, where: 'words' };
  if (path === undefined) return { number, commit, kind, line, path: firstPath, where: 'history' };
  return { number, commit, kind, line, path, where: 'snapshot' };
}

interface CheckpointTrees {
  /** Of the snapshot, and of the index where it differs. */
  readonly trees: readonly Oid[];
  /** The commit that the checkpoint was made on. */
  readonly base?: Oid | undefined;
}

async function treesOf(engine: GitEngine, commit: Oid): Promise<CheckpointTrees> {
  const [object] = await engine.readObjects([commit]);
  const { tree = '', parents = [] } = (object === undefined ? undefined : parseCommit(object.bytes)) ?? {};
  const [base, index] = (await isIndex(engine, parents)) ? [undefined, ...parents] : parents;
  const [indexTree] = index === undefined ? [] : await engine.readObjects([`${index}^{tree}`]);
  return { trees: [tree, ...(indexTree === undefined ? [] : [indexTree.oid])], base };
}

/** The paths of a commit. Many checkpoints are made on one: its files are listed once. */
function committedPaths(engine: GitEngine): (commit: Oid | undefined) => Promise<ReadonlySet<string>> {
  const known = new Map<Oid, Promise<ReadonlySet<string>>>();
  return (commit) => {
    if (commit === undefined) return Promise.resolve(new Set());
    const found = known.get(commit) ?? engine.listTree(commit).then((all) => new Set(all.map(({ path }) => path)));
    known.set(commit, found);
    return found;
  };
}

/** Before the first commit a checkpoint has no other parent than its index. */
async function isIndex(engine: GitEngine, [only, ...others]: readonly Oid[]): Promise<boolean> {
  if (only === undefined || others.length > 0) return false;
  const [object] = await engine.readObjects([only]);
  return object !== undefined && parseCommit(object.bytes)?.message === INDEX_MESSAGE;
}
