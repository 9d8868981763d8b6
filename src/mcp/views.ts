import { age } from '../core/age.ts';
import { fieldsOf, type ListField, mapFields, type TextField } from '../core/analysis-fields.ts';
import type { Checkpoint, Identity } from '../core/checkpoint.ts';
import { checkpointJson } from '../core/checkpoint-json.ts';
import { defined } from '../core/defined.ts';
import type { Analysis, SkippedFile } from '../core/note.ts';
import { stripControls } from '../core/strip-controls.ts';
import type { TreeChange } from '../core/tree-change.ts';
import type { Z } from './tool.ts';

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

/** The head of a checkpoint: fields of the object that every command gives, and what a model should know beside them. */
export function lineView(checkpoint: Checkpoint, now: Date) {
  const { number, id, uid, commit, created, summary, trigger, branch, kept, pending, totals, session, tags } =
    checkpointJson(checkpoint);
  const { provenance } = checkpoint;
  return defined({
    checkpointId: id,
    number,
    id,
    uid,
    commit,
    created,
    age: age(new Date(created), now),
    summary: stripControls(summary),
    trigger,
    branch: stripControls(branch),
    kept,
    pending,
    totals,
    session: session && { agent: stripControls(session.agent), id: stripControls(session.id) },
    tags: tags?.map(stripControls),
    // Of other people's checkpoints a model should know that they are.
    by: provenance === undefined || provenance.trusted ? undefined : nameOf(provenance.author),
  });
}

/** What `lineView` gives. */
export function lineShape(z: Z) {
  const text = z.string();
  return {
    checkpointId: text,
    number: z.int(),
    id: text,
    uid: text,
    commit: text,
    created: text.describe('UTC, from the system clock'),
    age: text,
    summary: text,
    trigger: text,
    branch: text,
    kept: z.boolean(),
    pending: z.boolean(),
    totals: z
      .object({ files: z.int(), bytes: z.int(), added: z.int(), removed: z.int() })
      .describe('Against the commit it was made on'),
    session: z.object({ agent: text, id: text }).optional(),
    tags: z.array(text).optional(),
    by: text.optional().describe('Somebody else, whom the user did not allow'),
  };
}

/** A person as git writes them. */
export function nameOf({ name, email }: Identity): string {
  return stripControls(`${name} <${email}>`);
}

/** The analysis in words: the files stand beside it. */
export function analysisShape(z: Z) {
  return z.object({
    source: z.string(),
    ...mapFields('text', () => z.string()),
    ...mapFields('list', () => z.array(z.string())),
  });
}

type AnalysisView = Record<TextField | 'source', string> & Record<ListField, string[]>;

/** The analysis with each field cut to `share` characters, and the names of the fields that were cut. */
export function analysisView(analysis: Analysis, share: number): { analysis: AnalysisView; cut: string[] } {
  const texts = fieldsOf('text').map(({ name }) => {
    const whole = stripControls(analysis[name]);
    return { name, whole, shown: whole.slice(0, share) };
  });
  const lists = fieldsOf('list').map(({ name, newestLast }) => {
    const whole = analysis[name].map(stripControls);
    return { name, whole, shown: cutList(whole, share, newestLast === true) };
  });
  const fields = [...texts, ...lists];
  const shown = Object.fromEntries(fields.map((field) => [field.name, field.shown]));
  return {
    analysis: { source: analysis.source, ...shown } as AnalysisView,
    cut: fields.flatMap((field) => (field.shown.length < field.whole.length ? [field.name] : [])),
  };
}

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
