import { isUtf8 } from 'node:buffer';
import { changeJson } from '../core/change-json.ts';
import type { Checkpoint } from '../core/checkpoint.ts';
import { type CheckpointJson, checkpointJson } from '../core/checkpoint-json.ts';
import type { Note } from '../core/note.ts';
import { SUBMODULE, type TreeChange } from '../core/tree-change.ts';
import { readProvenance } from '../open/provenance.ts';
import type { Repository } from '../open/repository.ts';
import { type ForeignWords, readForeignWords } from '../store/foreign-notes.ts';
import { changesOf } from './compare.ts';

/** A changed file of a checkpoint; with its content where that was asked for and is text. */
type FileJson = ReturnType<typeof changeJson> & { readonly content?: string };

/** What others wrote about a checkpoint of ours. */
type WordsJson = { readonly remote: string } & Pick<Note, 'summary' | 'description' | 'analysis'>;

/** A checkpoint for programs, with the files that it changed against the commit it was made on. */
export async function describeCheckpoint(
  repository: Repository,
  checkpoint: Checkpoint,
  { contents }: { readonly contents: boolean },
): Promise<CheckpointJson & { readonly files: readonly FileJson[]; readonly words_of_others?: readonly WordsJson[] }> {
  const [changes, provenanceOf] = await Promise.all([changesOf(repository, checkpoint), readProvenance(repository)]);
  const texts = contents ? await readTexts(repository, changes) : new Map<string, string>();
  const files = changes.map((change) => {
    const content = texts.get(change.newOid ?? '');
    return content === undefined ? changeJson(change) : { ...changeJson(change), content };
  });
  const others = (await wordsOfOthers(repository, checkpoint)).map(wordsJson);
  const json = { ...checkpointJson({ ...checkpoint, provenance: provenanceOf(checkpoint) }), files };
  return others.length === 0 ? json : { ...json, words_of_others: others };
}

/** What others wrote about a checkpoint whose words are not theirs to change. */
export function wordsOfOthers({ engine }: Repository, { commit }: Checkpoint): Promise<ForeignWords[]> {
  return readForeignWords(engine, commit);
}

function wordsJson({ remote, note: { summary, description, analysis } }: ForeignWords): WordsJson {
  return { remote, summary, description, analysis };
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
