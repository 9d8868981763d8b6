import type { Oid } from '../core/checkpoint.ts';
import { checkpointNumber } from '../core/number.ts';
import { isSecretName } from '../core/secret-names.ts';
import { parseCommit } from '../git/commit-bytes.ts';
import type { GitEngine, ReachedObject } from '../git/engine.ts';
import { INDEX_MESSAGE } from '../store/save.ts';
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

const AT_ONCE = 64;
/** Newer ones are nearer to what is new; leaving older ones out only means that more is searched. */
const KNOWN_CHECKPOINTS = 20;

/** Looks through everything that is new against the remote: blobs, messages, notes. Nothing is pushed before this said what it found. */
export async function scanOutgoing(engine: GitEngine, material: ScanMaterial): Promise<Scan> {
  const known = knownThere(material);
  const objects = await remoteEngine(engine).reachedBeyond(
    material.outgoing.map(({ commit }) => commit),
    known,
  );
  const hits: Hit[] = [];
  let bytes = 0;
  for (let at = 0; at < objects.length; at += AT_ONCE) {
    const group = objects.slice(at, at + AT_ONCE);
    bytes += await scanGroup(engine, group, hits);
  }
  const inNotes = scanNotes(material);
  const inObjects = hits.length === 0 ? [] : await attribute(engine, hits, { ...material, known });
  for (const text of material.notes.values()) bytes += Buffer.byteLength(text);
  return { findings: [...inNotes, ...inObjects], objects: objects.length + material.notes.size, bytes };
}

function knownThere({ branches, side }: ScanMaterial): string[] {
  const { highest } = side.checkpoints;
  const newest: Oid[] = [];
  for (let number = highest; number > Math.max(0, highest - KNOWN_CHECKPOINTS); number -= 1) {
    const commit = side.checkpoints.get(checkpointNumber(number));
    if (commit !== undefined) newest.push(commit);
  }
  return [...branches, ...newest];
}

async function scanGroup(engine: GitEngine, group: readonly ReachedObject[], hits: Hit[]): Promise<number> {
  const read = await engine.readObjects(group.map(({ oid }) => oid));
  let bytes = 0;
  for (const [at, object] of read.entries()) {
    const { oid = '', path = '' } = group[at] ?? {};
    bytes += object?.bytes.length ?? 0;
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
  for (const [number, commit] of side.checkpoints.holding(new Set(notes.keys()))) numbers.set(commit, number);
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
  hits: readonly Hit[],
  material: ScanMaterial & { readonly known: readonly string[] },
): Promise<SecretFinding[]> {
  const findings: SecretFinding[] = [];
  for (const { number, commit } of material.outgoing) {
    const reached = new Set((await remoteEngine(engine).reachedBeyond([commit], material.known)).map(({ oid }) => oid));
    const mine = hits.filter(({ oid }) => reached.has(oid));
    if (mine.length === 0) continue;
    const files = await filesOf(engine, commit);
    for (const hit of mine) findings.push(...locate(hit, { number, commit }, files));
  }
  return findings;
}

function locate(hit: Hit, { number, commit }: Placed, files: Files): SecretFinding[] {
  const { kind, line, oid } = hit;
  const path = files.paths.get(oid);
  // A file that is tracked under such a name is there by the user's own decision.
  if (kind === 'file-name' && (path === undefined || files.inherited.has(path))) return [];
  if (oid === commit) return [{ number, commit, kind, line, path: 'message', where: 'words' }];
  if (path === undefined) return [{ number, commit, kind, line, path: hit.path, where: 'history' }];
  return [{ number, commit, kind, line, path, where: 'snapshot' }];
}

interface Files {
  /** By blob. */
  readonly paths: ReadonlyMap<Oid, string>;
  /** Paths that the commit below has too. */
  readonly inherited: ReadonlySet<string>;
}

/** The files of a checkpoint, its index included. */
async function filesOf(engine: GitEngine, commit: Oid): Promise<Files> {
  const [object] = await engine.readObjects([commit]);
  const parents = object === undefined ? [] : (parseCommit(object.bytes)?.parents ?? []);
  const [base, index] = (await isIndex(engine, parents)) ? [undefined, ...parents] : parents;
  const entries = [...(index === undefined ? [] : await engine.listTree(index)), ...(await engine.listTree(commit))];
  const inherited = base === undefined ? [] : await engine.listTree(base);
  return {
    paths: new Map(entries.map(({ oid, path }) => [oid, path])),
    inherited: new Set(inherited.map(({ path }) => path)),
  };
}

/** Before the first commit a checkpoint has no other parent than its index. */
async function isIndex(engine: GitEngine, [only, ...others]: readonly Oid[]): Promise<boolean> {
  if (only === undefined || others.length > 0) return false;
  const [object] = await engine.readObjects([only]);
  return object !== undefined && parseCommit(object.bytes)?.message === INDEX_MESSAGE;
}
