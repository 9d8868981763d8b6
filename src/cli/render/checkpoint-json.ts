import { type Checkpoint, type DamagedCheckpoint, isDamaged, type Provenance } from '../../core/checkpoint.ts';
import { defined } from '../../core/defined.ts';
import { documentId } from '../../core/number.ts';

/** A checkpoint for programs: number, commit and the whole note. */
export function checkpointJson(entry: Checkpoint | DamagedCheckpoint): unknown {
  const { number, commit } = entry;
  if (isDamaged(entry)) return { checkpointId: documentId(number), number, commit, damage: entry.damage };
  return defined({
    checkpointId: documentId(number),
    number,
    commit,
    tree: entry.tree,
    base: entry.base ?? null,
    author: entry.author,
    origin: entry.provenance === undefined ? undefined : originJson(entry.provenance),
    ...entry.note,
  });
}

function originJson({ remote, signed, trusted }: Provenance): unknown {
  return { remote: remote ?? null, signed, trusted };
}
