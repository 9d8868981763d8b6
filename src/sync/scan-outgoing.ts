import type { Oid } from '../core/checkpoint.ts';
import { checkpointNumber } from '../core/number.ts';
import { parseCommit } from '../git/commit-bytes.ts';
import type { GitEngine, ReachedObject } from '../git/engine.ts';
import { isSecretName } from '../redaction/secret-names.ts';
import { INDEX_MESSAGE } from '../store/index-commit.ts';
import { Carriers } from './carriers.ts';
import { highestNumber } from './checkpoint-refs.ts';
import { remoteEngine } from './contact.ts';
import type { Placed } from './plan.ts';
import { type SecretLine, scanBytes } from './scan-bytes.ts';
import type { RemoteSide } from './sides.ts';

/** Where a secret would leave. */
export interface SecretFinding extends Placed, SecretLine {
  /** A file of the snapshot, or `note`, or `message`. */
  readonly path: string;
  /** `history`: in a commit below the checkpoint that was not pushed yet. */
  readonly where: 'snapshot' | 'words' | 'history';
}

export interface Scan {
  readonly findings: readonly SecretFinding[];
  readonly objects: number;
  /** Before compression. */
  readonly bytes: number;
}

export interface ScanMaterial {
  /** Prefixes of refs whose commits the remote has. */
  readonly branches: readonly string[];
  readonly outgoing: readonly Placed[];
  readonly side: RemoteSide;
  /** Notes that would leave, by commit. */
  readonly notes: ReadonlyMap<Oid, string>;
}

interface Hit extends SecretLine {
  readonly oid: Oid;
  readonly path: string;
}

/** What a search has found by now. */
interface Found {
  readonly hits: Hit[];
  /** Commits and trees. */
  readonly holders: Oid[];
}

const AT_ONCE = 64;
/** Newer ones are nearer to what is new; leaving older ones out only means that more is searched. */
const KNOWN_CHECKPOINTS = 20;

/** Looks through everything that is new against the remote: blobs, messages, notes. Nothing is pushed before this said what it found. */
export async function scanOutgoing(engine: GitEngine, material: ScanMaterial): Promise<Scan> {
  const { outgoing } = material;
  const objects = await remoteEngine(engine).reachedBeyond(
    outgoing.map(({ commit }) => commit),
    knownThere(material),
  );
  const found: Found = { hits: [], holders: [] };
  let bytes = 0;
  for (let at = 0; at < objects.length; at += AT_ONCE) {
    const group = objects.slice(at, at + AT_ONCE);
    bytes += await scanGroup(engine, group, found);
  }
  const inNotes = scanNotes(material);
  const inObjects = found.hits.length === 0 ? [] : await attribute(engine, found, outgoing);
  for (const text of material.notes.values()) bytes += Buffer.byteLength(text);
  return { findings: [...inNotes, ...inObjects], objects: objects.length + material.notes.size, bytes };
}

function knownThere({ branches, side }: ScanMaterial): string[] {
  const highest = highestNumber(side.checkpoints.keys());
  const newest: Oid[] = [];
  for (let number = highest; number > Math.max(0, highest - KNOWN_CHECKPOINTS); number -= 1) {
    const commit = side.checkpoints.get(checkpointNumber(number));
    if (commit !== undefined) newest.push(commit);
  }
  return [...branches, ...newest];
}

async function scanGroup(
  engine: GitEngine,
  group: readonly ReachedObject[],
  { hits, holders }: Found,
): Promise<number> {
  const read = await engine.readObjects(group.map(({ oid }) => oid));
  let bytes = 0;
  for (const [at, object] of read.entries()) {
    const { oid = '', path = '' } = group[at] ?? {};
    bytes += object?.bytes.length ?? 0;
    if (object?.type === 'commit' || object?.type === 'tree') holders.push(oid);
    if (object?.type === 'blob') {
      const lines = scanBytes(object.bytes);
      if (lines.length === 0 && isSecretName(path)) lines.push({ kind: 'file-name', line: 1 });
      hits.push(...lines.map((line) => ({ ...line, oid, path })));
    } else if (object?.type === 'commit') {
      const message = Buffer.from(parseCommit(object.bytes)?.message ?? '');
      hits.push(...scanBytes(message).map((line) => ({ ...line, oid, path: 'message' })));
    }
  }
  return bytes;
}

function scanNotes({ notes, outgoing, side }: ScanMaterial): SecretFinding[] {
  const numbers = new Map(outgoing.map(({ number, commit }) => [commit, number]));
  for (const [number, commit] of side.checkpoints) if (notes.has(commit)) numbers.set(commit, number);
  return [...notes].flatMap(([commit, text]) => {
    const number = numbers.get(commit);
    if (number === undefined) return [];
    return scanBytes(Buffer.from(text)).map((line) => ({
      ...line,
      number,
      commit,
      path: 'note',
      where: 'words' as const,
    }));
  });
}

/** Finds which checkpoints would carry the hits. Asked only when there are any. */
async function attribute(
  engine: GitEngine,
  { hits, holders }: Found,
  outgoing: readonly Placed[],
): Promise<SecretFinding[]> {
  const oids = hits.map(({ oid }) => oid);
  const carriers = await Carriers.read(engine, holders, oids);
  const carriersOf = new Map(oids.map((oid) => [oid, carriers.of(oid)]));
  const isCarried = (oid: Oid, { commit }: Placed) => carriersOf.get(oid)?.has(commit) === true;
  // Everything that leaves is some checkpoint's; should that not be seen, it is told of all of them rather than let go.
  const strays = new Set(oids.filter((oid) => !outgoing.some((placed) => isCarried(oid, placed))));
  const inherited = filesBelow(engine);
  const findings: SecretFinding[] = [];
  for (const placed of outgoing) {
    const mine = hits.filter(({ oid }) => isCarried(oid, placed) || strays.has(oid));
    const parts = mine.length === 0 ? undefined : await partsOf(engine, placed.commit);
    for (const hit of mine) {
      const path = parts?.trees
        .map((tree) => carriers.pathIn(tree, hit.oid, carriersOf.get(hit.oid) ?? new Set()))
        .find((found) => found !== undefined);
      // A file that is tracked under such a name is there by the user's own decision.
      const decided = hit.kind === 'file-name' && (path === undefined || (await inherited(parts?.base)).has(path));
      if (!decided) findings.push(locate(hit, placed, path));
    }
  }
  return findings;
}

function locate({ kind, line, oid, path: elsewhere }: Hit, { number, commit }: Placed, path?: string): SecretFinding {
  if (oid === commit) return { number, commit, kind, line, path: 'message', where: 'words' };
  if (path === undefined) return { number, commit, kind, line, path: elsewhere, where: 'history' };
  return { number, commit, kind, line, path, where: 'snapshot' };
}

interface Parts {
  /** Of the snapshot, and of the index where it is another. */
  readonly trees: readonly Oid[];
  /** The commit that the checkpoint was made on. */
  readonly base?: Oid | undefined;
}

async function partsOf(engine: GitEngine, commit: Oid): Promise<Parts> {
  const [object] = await engine.readObjects([commit]);
  const { tree = '', parents = [] } = (object === undefined ? undefined : parseCommit(object.bytes)) ?? {};
  const [base, index] = (await isIndex(engine, parents)) ? [undefined, ...parents] : parents;
  const [indexTree] = index === undefined ? [] : await engine.readObjects([`${index}^{tree}`]);
  return { trees: [tree, ...(indexTree === undefined ? [] : [indexTree.oid])], base };
}

/** Paths of a commit. Many checkpoints are made on one: its files are listed once. */
function filesBelow(engine: GitEngine): (commit: Oid | undefined) => Promise<ReadonlySet<string>> {
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
