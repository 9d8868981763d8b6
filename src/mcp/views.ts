import { age } from '../core/age.ts';
import type { Checkpoint, Identity } from '../core/checkpoint.ts';
import { neutralise } from '../core/neutralise.ts';
import type { Analysis, SkippedFile } from '../core/note.ts';
import { documentId } from '../core/number.ts';
import type { TreeChange } from '../repository/tree-change.ts';

/** A changed file for a model. */
export function changeView({ path, status, from, added = 0, removed = 0, binary }: TreeChange) {
  return {
    path,
    status,
    ...(from === undefined ? {} : { from }),
    added,
    removed,
    ...(binary ? { binary } : {}),
  };
}

export function totalsOf(changes: readonly TreeChange[]) {
  return changes.reduce(
    (sum, { added = 0, removed = 0 }) => ({
      files: sum.files + 1,
      added: sum.added + added,
      removed: sum.removed + removed,
    }),
    { files: 0, added: 0, removed: 0 },
  );
}

/** A file that was not captured. */
export function skippedView({ path, size, why }: SkippedFile) {
  return { path, size, why };
}

/** The line of a checkpoint in a list. */
export function lineView({ number, note, provenance }: Checkpoint, now: Date) {
  const { files, added, removed } = note.totals;
  return {
    checkpointId: documentId(number),
    number,
    created: note.created,
    age: age(new Date(note.created), now),
    summary: neutralise(note.summary),
    trigger: note.trigger,
    branch: neutralise(note.context.branch),
    pending: note.pending,
    files,
    added,
    removed,
    // Of other people's checkpoints a model should know that they are.
    ...(provenance === undefined || provenance.trusted ? {} : { by: nameOf(provenance.author) }),
  };
}

/** A person as git writes them. */
export function nameOf({ name, email }: Identity): string {
  return neutralise(`${name} <${email}>`);
}

type Shown = Omit<Analysis, 'artifacts' | 'evidence'>;
type AnalysisView = { [Field in keyof Shown]: Shown[Field] extends readonly string[] ? string[] : Shown[Field] };

/** The analysis with each field cut to `share` characters, and the names of the fields that were cut. */
export function analysisView(analysis: Analysis, share: number): { analysis: AnalysisView; cut: string[] } {
  const { artifacts: _artifacts, evidence: _evidence, ...fields } = analysis;
  const cut: string[] = [];
  const entries = Object.entries(fields).map(([name, value]) => {
    const whole = typeof value === 'string' ? neutralise(value) : value.map(neutralise);
    const shown = typeof whole === 'string' ? whole.slice(0, share) : leading(whole, share);
    if (shown.length < whole.length) cut.push(name);
    return [name, shown];
  });
  return { analysis: Object.fromEntries(entries) as AnalysisView, cut };
}

/** As many items from the front as have `share` characters together. */
function leading(items: readonly string[], share: number): string[] {
  let room = share;
  const end = items.findIndex((item) => {
    room -= item.length;
    return room < 0;
  });
  return end < 0 ? [...items] : items.slice(0, end);
}
