import type { Oid } from '../core/checkpoint.ts';
import { checkpointNumber } from '../core/number.ts';
import type { GitEngine, ReachedObject } from '../git/engine.ts';
import { isSecretName } from '../redaction/secret-names.ts';
import { attributeSecrets, type SecretFinding, type SecretHit } from './attribute-secrets.ts';
import { highestNumber } from './checkpoint-refs.ts';
import type { NumberedCommit } from './plan-sync.ts';
import { remoteEngine } from './remote-engine.ts';
import type { RemoteRefs } from './remote-refs.ts';
import { scanBytes } from './scan-bytes.ts';

interface Scan {
  readonly findings: readonly SecretFinding[];
  readonly objects: number;
  /** Before compression. */
  readonly bytes: number;
}

interface ScanRequest {
  /** Prefixes of refs whose commits the remote has. */
  readonly branches: readonly string[];
  readonly outgoing: readonly NumberedCommit[];
  readonly remote: RemoteRefs;
  /** Notes that would be pushed, by commit. */
  readonly notes: ReadonlyMap<Oid, string>;
}

interface NewObjects {
  readonly hits: SecretHit[];
  /** Commits and trees. */
  readonly sources: Oid[];
}

/** How many objects are read at once: few, and fewer while they are large, so that a push of many does not fill the memory. */
const MIN_BATCH = 2;
const MAX_BATCH = 8;
const MANY_BYTES = 4 * 1024 * 1024;
/** The newest share most with what is new; leaving older ones out only means that more is searched. */
const MAX_KNOWN_CHECKPOINTS = 20;

/** Searches everything that the remote does not have for secrets: blobs, messages, notes. Nothing is pushed before. */
export async function scanOutgoing(engine: GitEngine, request: ScanRequest): Promise<Scan> {
  const { outgoing } = request;
  const objects = await remoteEngine(engine).reachedBeyond(
    outgoing.map(({ commit }) => commit),
    knownThere(request),
  );
  const found: NewObjects = { hits: [], sources: [] };
  let bytes = 0;
  let size = MIN_BATCH;
  for (let at = 0; at < objects.length; ) {
    const group = objects.slice(at, at + size);
    const read = await scanGroup(engine, group, found);
    bytes += read;
    at += group.length;
    size = read > MANY_BYTES ? MIN_BATCH : Math.min(MAX_BATCH, size * 2);
  }
  const inNotes = scanNotes(request);
  const inObjects = found.hits.length === 0 ? [] : await attributeSecrets(engine, found, outgoing);
  for (const text of request.notes.values()) bytes += Buffer.byteLength(text);
  return { findings: [...inNotes, ...inObjects], objects: objects.length + request.notes.size, bytes };
}

function knownThere({ branches, remote }: ScanRequest): string[] {
  const highest = highestNumber(remote.checkpoints.keys());
  const newest: Oid[] = [];
  for (let number = highest; number > Math.max(0, highest - MAX_KNOWN_CHECKPOINTS); number -= 1) {
    const commit = remote.checkpoints.get(checkpointNumber(number));
    if (commit !== undefined) newest.push(commit);
  }
  return [...branches, ...newest];
}

async function scanGroup(
  engine: GitEngine,
  group: readonly ReachedObject[],
  { hits, sources }: NewObjects,
): Promise<number> {
  const read = await engine.readObjects(group.map(({ oid }) => oid));
  let bytes = 0;
  for (const [at, object] of read.entries()) {
    const { oid = '', path = '' } = group[at] ?? {};
    bytes += object?.bytes.length ?? 0;
    if (object?.type === 'commit' || object?.type === 'tree') sources.push(oid);
    if (object?.type === 'blob') {
      const lines = scanBytes(object.bytes);
      if (lines.length === 0 && isSecretName(path)) lines.push({ kind: 'file-name', line: 1 });
      hits.push(...lines.map((line) => ({ ...line, oid, path })));
    } else if (object?.type === 'commit') {
      hits.push(...scanCommit(object.bytes).map((hit) => ({ ...hit, oid })));
    }
  }
  return bytes;
}

/** The words of a commit, and the names of those who made it. */
function scanCommit(bytes: Uint8Array): Omit<SecretHit, 'oid'>[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
  const end = text.indexOf('\n\n');
  const people = text
    .slice(0, end === -1 ? undefined : end)
    .split('\n')
    .filter((line) => /^(?:author|committer) /.test(line));
  const message = end === -1 ? '' : text.slice(end + 2);
  return [
    ...scanBytes(Buffer.from(message)).map((line) => ({ ...line, path: 'message' })),
    ...scanBytes(Buffer.from(people.join('\n'))).map(({ kind }) => ({ kind, line: 1, path: 'author' })),
  ];
}

function scanNotes({ notes, outgoing, remote }: ScanRequest): SecretFinding[] {
  const numbers = new Map(outgoing.map(({ number, commit }) => [commit, number]));
  for (const [number, commit] of remote.checkpoints) if (notes.has(commit)) numbers.set(commit, number);
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
