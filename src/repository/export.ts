import type { Checkpoint } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { documentId } from '../core/number.ts';
import { stripControls } from '../core/strip-controls.ts';
import { SUBMODULE } from '../core/tree-change.ts';
import type { Repository } from '../open/repository.ts';
import { renderMarkdown } from '../store/markdown.ts';
import { renderNote } from '../store/note-text.ts';
import { type StatefulDocument, toStateful } from '../store/stateful-json.ts';
import { changesOf } from './compare.ts';

/** The checkpoint as a document of Checkpoint Format 1.0.0, which is read on terminals and by models. */
export function exportMarkdown({ number, note }: Checkpoint): string {
  const { created, anchor, analysis, sections } = note;
  const document = defined({ checkpoint: documentId(number), created, anchor, analysis, sections });
  return stripControls(renderMarkdown(document));
}

/** The note itself. */
export function exportYaml({ note }: Checkpoint): string {
  return renderNote(note);
}

/** The stateful document with the contents of the files that the checkpoint changed. */
export async function exportStateful(repository: Repository, checkpoint: Checkpoint): Promise<StatefulDocument> {
  const changes = await changesOf(repository, checkpoint);
  const present = changes.filter(({ newOid, newMode }) => newOid !== undefined && newMode !== SUBMODULE);
  const blobs = await repository.engine.readObjects(present.map(({ newOid }) => newOid ?? ''));
  const files = present.flatMap(({ path }, at) => {
    const bytes = blobs[at]?.bytes;
    const modified = checkpoint.note.modified_at?.[path];
    return bytes === undefined ? [] : [defined({ path, bytes, modified })];
  });
  return toStateful(checkpoint, files);
}
