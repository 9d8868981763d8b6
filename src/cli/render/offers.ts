import { age } from '../../core/age.ts';
import { oneLine } from '../../core/strip-controls.ts';
import type { World } from '../../core/world.ts';
import type { Offer } from '../../repository/fetch.ts';
import { branchOf } from './list.ts';
import { type Column, renderTable } from './table.ts';

/** What the remote has; `*` marks what is here already. */
export function renderOffers(offers: readonly Offer[], world: World): string {
  const widest = Math.max(...offers.map(({ number }) => String(number).length));
  const columns: readonly Column<Offer>[] = [
    { align: 'left', cell: ({ number, here }) => `${here ? '*' : ' '} ${String(number).padStart(widest)}` },
    { align: 'left', cell: ({ note }) => (note === undefined ? '' : age(new Date(note.created), world.now())) },
    { align: 'left', most: 28, cell: ({ note }) => (note === undefined ? '' : branchOf({ note })) },
    { align: 'left', cell: ({ note }) => (note === undefined ? '(its note cannot be read)' : oneLine(note.summary)) },
  ];
  return renderTable(offers, columns);
}
