import { Failure } from '../../core/failure.ts';
import type { GitObject, PushOutcome, RefUpdate } from '../engine.ts';
import { zeroOid } from '../hash.ts';
import { renderPack } from './pack-bytes.ts';
import { FLUSH, mainBand, pktLine, readPktLines } from './pkt-line.ts';
import { reachedBeyond } from './reached.ts';
import type { RemoteSession } from './remote-session.ts';
import type { RepositoryParts } from './repository-parts.ts';

const ZERO = zeroOid('sha1');

/** Moves refs at a remote by compare-and-swap (see the contract): the server itself compares the old value under its lock. */
export async function pushRefs(
  parts: RepositoryParts,
  session: RemoteSession,
  sent: { readonly updates: readonly RefUpdate[]; readonly atomic: boolean },
): Promise<PushOutcome> {
  if (sent.atomic && !session.capabilities.has('atomic')) return { kind: 'not-atomic' };
  if (sent.updates.some(({ ref, old }) => session.refs.get(ref) !== old)) return { kind: 'lost' };
  if (sent.updates.length === 0) return { kind: 'done' };
  const answer = await session.post(
    Buffer.concat([commands(session, sent), FLUSH, packFor(parts, session, sent.updates)]),
  );
  return readReport(session, answer);
}

function commands(
  session: RemoteSession,
  sent: { readonly updates: readonly RefUpdate[]; readonly atomic: boolean },
): Buffer {
  const wanted = ['report-status', 'side-band-64k', ...(sent.atomic ? ['atomic'] : [])];
  const abilities = wanted.filter((name) => session.capabilities.has(name)).join(' ');
  const lines = sent.updates.map(({ ref, old = ZERO, new: now = ZERO }, at) =>
    pktLine(`${old} ${now} ${ref}${at === 0 ? `\0 ${abilities}` : ''}\n`),
  );
  return Buffer.concat(lines);
}

/** Everything that the new values need and the remote's refs do not reach. A push that only deletes carries no pack. */
function packFor(parts: RepositoryParts, session: RemoteSession, updates: readonly RefUpdate[]): Buffer {
  const tips = updates.flatMap((update) => (update.new === undefined ? [] : [update.new]));
  if (tips.length === 0) return Buffer.alloc(0);
  const known = [...session.refs.values()].filter((oid) => parts.objects.has(oid));
  const oids = new Set(reachedBeyond(parts, tips, known).map(({ oid }) => oid));
  const objects = [...oids].map((oid): GitObject => {
    const object = parts.objects.find(oid);
    if (object === undefined) throw new Failure('fatal', `object ${oid} is missing or damaged`);
    return object;
  });
  return renderPack(objects).pack;
}

const lostRace =
  /stale|fetch first|non-fast-forward|already exists|atomic|failed to (?:update|lock)|cannot lock|incorrect old value|reference/i;

async function readReport(session: RemoteSession, answer: AsyncIterable<Uint8Array>): Promise<PushOutcome> {
  const banded = session.capabilities.has('side-band-64k');
  const inner = banded ? mainBand(readPktLines(answer), undefined) : answer;
  const lines: string[] = [];
  for await (const line of readPktLines(inner)) lines.push(line.toString().trim());
  const unpack = lines.find((line) => line.startsWith('unpack '));
  const refused = lines.flatMap((line) => /^ng (\S+) (.*)$/.exec(line)?.slice(1, 3).join(': ') ?? []);
  if (unpack !== 'unpack ok' && refused.length === 0)
    throw new Failure('fatal', `the remote did not take the objects: ${unpack ?? 'no report'}`);
  if (refused.length === 0) return { kind: 'done' };
  const other = refused.find((reason) => !lostRace.test(reason));
  if (other === undefined) return { kind: 'lost' };
  throw new Failure('fatal', `the remote refused ${other}`);
}
