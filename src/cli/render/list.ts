import { age } from '../../core/age.ts';
import { type Checkpoint, type DamagedCheckpoint, isDamaged } from '../../core/checkpoint.ts';
import { oneLine, stripControls } from '../../core/strip-controls.ts';
import { rowTitle } from '../../core/why-saved.ts';
import type { World } from '../../core/world.ts';
import { showPath } from './facts.ts';
import { styleFor } from './style.ts';
import { type Column, renderTable, screenWidth } from './table.ts';

type Entry = Checkpoint | DamagedCheckpoint;

/** The checkpoints as a table that fits the terminal; on a pipe, whole. */
export function renderList(entries: readonly Entry[], world: World): string {
  const width = screenWidth(world);
  const style = styleFor(world, world.stdout);
  const ofNote = (read: (checkpoint: Checkpoint) => string) => (entry: Entry) => (isDamaged(entry) ? '' : read(entry));
  const columns: readonly Column<Entry>[] = [
    { paint: style.yellow, cell: ({ number }) => String(number) },
    { align: 'left', most: 14, paint: style.dim, cell: ofNote(({ note }) => age(new Date(note.created), world.now())) },
    { align: 'left', most: width < 100 ? 14 : 28, from: 72, paint: style.cyan, cell: ofNote(branchOf) },
    { align: 'left', from: 56, cell: ofNote(({ note }) => note.trigger) },
    { from: 64, cell: ofNote(({ note }) => String(note.totals.files)) },
    {
      align: 'left',
      most: 14,
      from: 64,
      cell: ofNote(({ note: { totals } }) => `+${totals.added} -${totals.removed}`),
    },
    { align: 'left', paint: (text, entry) => (isDamaged(entry) ? style.red(text) : text), cell: summaryOf },
  ];
  return renderTable(entries, columns, width);
}

export function branchOf({ note, noteFrom }: Pick<Checkpoint, 'note'> & Partial<Pick<Checkpoint, 'noteFrom'>>): string {
  // Only the note knows it.
  const none = noteFrom === 'message' ? '(branch unknown)' : '(detached)';
  return stripControls(note.context.branch) || none;
}

function summaryOf(entry: Entry): string {
  if (isDamaged(entry)) return `damaged: ${stripControls(entry.damage)}`;
  const { remote, author } = entry.provenance ?? {};
  const origin = remote === undefined ? '' : `(${stripControls(author?.name ?? '')}, ${stripControls(remote)}) `;
  return origin + (entry.note.pending ? '(pending) ' : '') + nestedMark(entry) + oneLine(rowTitle(entry.note));
}

/** `(with vendor/lib) `: nested repositories that had something uncommitted. */
export function nestedMark({ note }: Pick<Checkpoint, 'note'>): string {
  const [first, ...others] = (note.nested ?? []).filter(({ files }) => files > 0);
  if (first === undefined) return '';
  return `(with ${others.length === 0 ? showPath(first.path) : `${others.length + 1} repositories`}) `;
}
