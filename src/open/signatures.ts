import type { Oid } from '../core/checkpoint.ts';
import type { GitEngine, Signature } from '../git/engine.ts';
import { localPath } from '../local/files.ts';
import { readLocalLines } from '../local/local-lines.ts';
import { readOwnFile, writeOwnFile } from '../local/own-file.ts';

export type Signatures = ReadonlyMap<Oid, Signature>;

const none: Signatures = new Map();

/** Whether a signature is good and of whoever has this address, by the user's own list of keys. */
export function isSignedBy(signature: Signature | undefined, email: string): boolean {
  return signature?.state === 'good' && signature.signers.includes(email.toLowerCase());
}

/** The signatures of fetched checkpoints, as the last fetch found them; none when keys came or went since. */
export async function readSignatures(engine: GitEngine): Promise<Signatures> {
  return (await findJudged(engine)) ?? none;
}

/** Judges the signatures of what is being fetched and, when keys came or went, of all that was. */
export async function judgeSignatures(engine: GitEngine, incoming: readonly Oid[]): Promise<Signatures> {
  if (engine.signing === undefined) return none;
  const judged = await findJudged(engine);
  const fetched =
    judged === undefined ? readLocalLines(engine, 'imported').map((line) => line.split(' ')[0] ?? '') : [];
  const commits = [...new Set([...fetched, ...incoming])];
  if (judged !== undefined && commits.length === 0) return judged;
  const basis = await engine.signing.basis();
  const signatures = new Map([...(judged ?? none), ...(await engine.signing.verify(commits))]);
  const kept: JudgedSignatures = { basis, signatures: [...signatures] };
  writeOwnFile(localPath(engine.place, 'signatures.json'), JSON.stringify(kept));
  return signatures;
}

interface JudgedSignatures {
  readonly basis: string;
  readonly signatures: readonly (readonly [Oid, Signature])[];
}

async function findJudged(engine: GitEngine): Promise<Signatures | undefined> {
  const text = readOwnFile(localPath(engine.place, 'signatures.json'));
  if (text === undefined || engine.signing === undefined) return undefined;
  const kept = parseJudged(text);
  return kept !== undefined && kept.basis === (await engine.signing.basis()) ? new Map(kept.signatures) : undefined;
}

/** A file that a crash or another version left is as good as none: the next fetch judges again. */
function parseJudged(text: string): JudgedSignatures | undefined {
  try {
    const kept = JSON.parse(text) as JudgedSignatures;
    return Array.isArray(kept.signatures) ? kept : undefined;
  } catch {
    return undefined;
  }
}
