import { buffer } from 'node:stream/consumers';
import type { Oid } from '../../core/checkpoint.ts';
import { Failure } from '../../core/failure.ts';
import type { PushOutcome, RefUpdate } from '../engine.ts';
import { zeroOid } from '../hash.ts';
import { FLUSH, mainBand, pktLine, readPktLines } from './pkt-line.ts';
import { reachedBeyond } from './reached.ts';
import { hintFor, type RemoteSession } from './remote-session.ts';
import type { RepositoryParts } from './repository-parts.ts';

const ZERO = zeroOid('sha1');
const SERVICE = 'git-receive-pack';

interface Sent {
  readonly updates: readonly RefUpdate[];
  readonly atomic: boolean;
}

/**
 * Moves refs at a remote by compare-and-swap (see the contract): the server itself compares the old value under its lock. `push` of
 * isomorphic-git sends one ref a call, compares with what it sees itself, and cannot send a ref that names a blob.
 */
export async function pushRefs(parts: RepositoryParts, session: RemoteSession, sent: Sent): Promise<PushOutcome> {
  if (sent.atomic && !session.capabilities.has('atomic')) return { kind: 'not-atomic' };
  if (sent.updates.some(({ ref, old }) => session.refs.get(ref) !== old)) return { kind: 'lost' };
  if (sent.updates.length === 0) return { kind: 'done' };
  const body = Buffer.concat([commands(session, sent), FLUSH, await packFor(parts, session, sent.updates)]);
  const headers = { 'content-type': `application/x-${SERVICE}-request`, accept: `application/x-${SERVICE}-result` };
  const request = { url: `${session.url}/${SERVICE}`, method: 'POST', headers };
  const answer = await session.http.request({ ...request, body: [body] as never });
  const { statusCode: status, body: report } = answer;
  if (status === 200 && report !== undefined) return readReport(session, report);
  throw new Failure('fatal', `the remote answered ${status} to ${SERVICE}`, { hint: hintFor(status) });
}

function commands({ capabilities }: RemoteSession, { updates, atomic }: Sent): Buffer {
  const wanted = ['report-status', 'side-band-64k', ...(atomic ? ['atomic'] : [])];
  const abilities = wanted.filter((name) => capabilities.has(name)).join(' ');
  const lines = updates.map(({ ref, old = ZERO, new: now = ZERO }, at) =>
    pktLine(`${old} ${now} ${ref}${at === 0 ? `\0 ${abilities}` : ''}\n`),
  );
  return Buffer.concat(lines);
}

/** Everything that the new values need and the remote's refs do not reach. A push that only deletes carries no pack. */
async function packFor(
  parts: RepositoryParts,
  session: RemoteSession,
  updates: readonly RefUpdate[],
): Promise<Uint8Array> {
  const tips = updates.flatMap((update) => (update.new === undefined ? [] : [update.new]));
  if (tips.length === 0) return Buffer.alloc(0);
  const known = [...session.refs.values()].filter((oid) => parts.objects.has(oid));
  const oids = [...new Set((await reachedBeyond(parts, tips, known)).map(({ oid }) => oid))];
  const missing = oids.find((oid: Oid) => !parts.objects.has(oid));
  if (missing !== undefined) throw new Failure('fatal', `object ${missing} is missing or damaged`);
  const { packfile } = await parts.objects.git.packObjects({ ...parts.objects.reading(), oids });
  return packfile ?? Buffer.alloc(0);
}

const lostRace =
  /stale|fetch first|non-fast-forward|already exists|atomic|failed to (?:update|lock)|cannot lock|incorrect old value|reference/i;

async function readReport(session: RemoteSession, answer: AsyncIterable<Uint8Array>): Promise<PushOutcome> {
  const whole = await buffer(answer);
  const report = session.capabilities.has('side-band-64k') ? mainBand(whole) : whole;
  const lines = [...readPktLines(report)].map((line) => line.toString().trim());
  const unpack = lines.find((line) => line.startsWith('unpack '));
  const refused = lines.flatMap((line) => /^ng (\S+) (.*)$/.exec(line)?.slice(1, 3).join(': ') ?? []);
  if (unpack !== 'unpack ok' && refused.length === 0)
    throw new Failure('fatal', `the remote did not take the objects: ${unpack ?? 'no report'}`);
  if (refused.length === 0) return { kind: 'done' };
  const other = refused.find((reason) => !lostRace.test(reason));
  if (other === undefined) return { kind: 'lost' };
  throw new Failure('fatal', `the remote refused ${other}`);
}
