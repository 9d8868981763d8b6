/** A change of a text at one place. */
export interface Edit {
  readonly at: number;
  readonly removed: string;
  readonly inserted: string;
}

/** What is needed to take an edit back: not what was put in, only how much. */
export interface Undo {
  readonly at: number;
  readonly removed: string;
  readonly length: number;
}

export function applyEdit(text: string, { at, removed, inserted }: Edit): string {
  return text.slice(0, at) + inserted + text.slice(at + removed.length);
}

export function undoOf({ at, removed, inserted }: Edit): Undo {
  return { at, removed, length: inserted.length };
}

/** Takes edits back, the last one first. */
export function undoEdits(text: string, undos: readonly Undo[]): string {
  return undos.reduceRight(
    (rest, { at, removed, length }) => rest.slice(0, at) + removed + rest.slice(at + length),
    text,
  );
}
