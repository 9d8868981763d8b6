import { isUtf8 } from 'node:buffer';
import { changeJson } from '../core/change-json.ts';
import type { Checkpoint } from '../core/checkpoint.ts';
import { type CheckpointJson, checkpointJson } from '../core/checkpoint-json.ts';
import { SUBMODULE, type TreeChange } from '../core/tree-change.ts';
import { readProvenance } from '../open/provenance.ts';
import type { Repository } from '../open/repository.ts';
import { changesOf } from './compare.ts';

/** A changed file of a checkpoint; with its content where that was asked for and is text. */
export type FileJson = ReturnType<typeof changeJson> & { readonly content?: string };

/** A checkpoint for programs, with the files that it changed against the commit it was made on. */
export async function describeCheckpoint(
  repository: Repository,
  checkpoint: Checkpoint,
  { contents }: { readonly contents: boolean },
): Promise<CheckpointJson & { readonly files: readonly FileJson[] }> {
  const [changes, provenanceOf] = await Promise.all([changesOf(repository, checkpoint), readProvenance(repository)]);
  const texts = contents ? await readTexts(repository, changes) : new Map<string, string>();
  const files = changes.map((change) => {
    const content = texts.get(change.newOid ?? '');
    return content === undefined ? changeJson(change) : { ...changeJson(change), content };
  });
  return { ...checkpointJson({ ...checkpoint, provenance: provenanceOf(checkpoint) }), files };
}

async function readTexts({ engine }: Repository, changes: readonly TreeChange[]): Promise<Map<string, string>> {
  const present = changes.filter(({ newOid, newMode, binary }) => newOid && newMode !== SUBMODULE && !binary);
  const blobs = await engine.readObjects(present.map(({ newOid = '' }) => newOid));
  return new Map(
    blobs.flatMap((blob) => (blob !== undefined && isUtf8(blob.bytes) ? [[blob.oid, text(blob.bytes)] as const] : [])),
  );
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8');
}
