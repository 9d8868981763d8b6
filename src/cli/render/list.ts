import { age } from '../../core/age.ts';
import { type Checkpoint, type DamagedCheckpoint, isDamaged } from '../../core/checkpoint.ts';
import { stripControls } from '../../core/strip-controls.ts';
import { cutToWidth, padLeft, padToWidth, textWidth } from '../../core/text-width.ts';
import type { World } from '../../core/world.ts';
import { styleFor } from './style.ts';

interface Row {
  readonly number: string;
  readonly age: string;
  readonly branch: string;
  readonly trigger: string;
  readonly files: string;
  readonly lines: string;
  readonly summary: string;
  readonly damaged: boolean;
}

/** The checkpoints as a table that fits the terminal; on a pipe, whole. */
export function renderList(entries: readonly (Checkpoint | DamagedCheckpoint)[], world: World): string {
  const width = world.stdout.isTTY ? (world.stdout.columns ?? 80) : Number.MAX_SAFE_INTEGER;
  const rows = entries.map((entry) => rowOf(entry, world.now()));
  const widest = (column: keyof Omit<Row, 'damaged'>, most = 99) =>
    Math.min(most, Math.max(...rows.map((row) => textWidth(row[column])), 0));
  const columns = {
    number: widest('number'),
    age: widest('age', 14),
    branch: widest('branch', width < 100 ? 14 : 28),
    trigger: widest('trigger'),
    files: widest('files'),
    lines: widest('lines', 14),
  };
  const taken = Object.values(columns).reduce((sum, each) => sum + each + 2, 0);
  const style = styleFor(world, world.stdout);
  return rows
    .map((row) => {
      const fixed = [
        style.yellow(padLeft(row.number, columns.number)),
        style.dim(padToWidth(row.age, columns.age)),
        style.cyan(padToWidth(cutToWidth(row.branch, columns.branch), columns.branch)),
        padToWidth(row.trigger, columns.trigger),
        padLeft(row.files, columns.files),
        padToWidth(row.lines, columns.lines),
      ].join('  ');
      const summary = cutToWidth(row.summary, Math.max(10, width - taken));
      return `${fixed}  ${row.damaged ? style.red(summary) : summary}\n`;
    })
    .join('');
}

function rowOf(entry: Checkpoint | DamagedCheckpoint, now: Date): Row {
  const number = String(entry.number);
  const empty = { age: '', branch: '', trigger: '', files: '', lines: '' };
  if (isDamaged(entry)) return { ...empty, number, summary: `damaged: ${stripControls(entry.damage)}`, damaged: true };
  const { note } = entry;
  const pending = note.pending ? '(pending) ' : '';
  const { remote, author } = entry.provenance ?? {};
  const origin = remote === undefined ? '' : `(${stripControls(author?.name ?? '')}, ${stripControls(remote)}) `;
  return {
    number,
    age: age(new Date(note.created), now),
    branch: stripControls(note.context.branch) || '(detached)',
    trigger: note.trigger,
    files: String(note.totals.files),
    lines: `+${note.totals.added} -${note.totals.removed}`,
    summary: origin + pending + stripControls(note.summary).replace(/\s+/g, ' '),
    damaged: false,
  };
}
