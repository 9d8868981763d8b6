import { age } from '../core/age.ts';
import type { Checkpoint, Identity } from '../core/checkpoint.ts';
import { neutralise } from '../core/neutralise.ts';
import type { Analysis, SkippedFile } from '../core/note.ts';
import { documentId } from '../core/number.ts';
import type { TreeChange } from '../core/tree-change.ts';

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

type Shown = Omit<Analysis, 'artifacts' | 'evidence' | 'model_error'>;
type AnalysisView = { [Field in keyof Shown]: Shown[Field] extends readonly string[] ? string[] : Shown[Field] };

/** The analysis with each field cut to `share` characters, and the names of the fields that were cut. */
export function analysisView(analysis: Analysis, share: number): { analysis: AnalysisView; cut: string[] } {
  const { artifacts: _artifacts, evidence: _evidence, model_error: _error, ...fields } = analysis;
  const cut: string[] = [];
  const entries = Object.entries(fields).map(([name, value]) => {
    const whole = typeof value === 'string' ? neutralise(value) : value.map(neutralise);
    const shown = typeof whole === 'string' ? whole.slice(0, share) : cutList(whole, share, NEWEST_LAST.has(name));
    if (shown.length < whole.length) cut.push(name);
    return [name, shown];
  });
  return { analysis: Object.fromEntries(entries) as AnalysisView, cut };
}

/** Lists that grow at their end; of all others the first item counts most. */
const NEWEST_LAST: ReadonlySet<string> = new Set(['decisions', 'user_rules', 'play_by_play']);

/** As many items as have `share` characters together, from the end that counts. */
function cutList(items: readonly string[], share: number, newestLast: boolean): string[] {
  const ranked = newestLast ? items.toReversed() : items;
  let room = share;
  const end = ranked.findIndex((item) => {
    room -= item.length;
    return room < 0;
  });
  const kept = end < 0 ? [...ranked] : ranked.slice(0, end);
  return newestLast ? kept.reverse() : kept;
}
