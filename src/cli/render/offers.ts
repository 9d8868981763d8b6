import { age } from '../../core/age.ts';
import { stripControls } from '../../core/strip-controls.ts';
import { padLeft, padToWidth, textWidth } from '../../core/text-width.ts';
import type { World } from '../../core/world.ts';
import type { Offer } from '../../repository/fetch.ts';

/** What the remote has; `*` marks what is here already. */
export function renderOffers(offers: readonly Offer[], world: World): string {
  const rows = offers.map(({ number, note, here }) => ({
    number: String(number),
    mark: here ? '*' : ' ',
    age: note === undefined ? '' : age(new Date(note.created), world.now()),
    branch: note === undefined ? '' : stripControls(note.context.branch) || '(detached)',
    summary: note === undefined ? '(its note cannot be read)' : stripControls(note.summary).replace(/\s+/g, ' '),
  }));
  const widest = (column: 'number' | 'age' | 'branch') => Math.max(...rows.map((row) => textWidth(row[column])));
  const widths = { number: widest('number'), age: widest('age'), branch: Math.min(28, widest('branch')) };
  return rows
    .map(
      (row) =>
        `${row.mark} ${padLeft(row.number, widths.number)}  ${padToWidth(row.age, widths.age)}  ${padToWidth(row.branch, widths.branch)}  ${row.summary}\n`,
    )
    .join('');
}
