import { stripControls } from '../../core/strip-controls.ts';
import type { Pack } from '../../repository/resume.ts';
import { type Column, renderTable } from './table.ts';

const columns: readonly Column<Pack['sections'][number]>[] = [
  {
    title: 'part',
    align: 'left',
    cell: ({ section, name }) => (section === name ? section : `${section}: ${stripControls(name)}`),
  },
  { title: 'level', align: 'left', cell: ({ level }) => level },
  { title: 'tokens', align: 'left', cell: ({ tokens }) => String(tokens) },
  { title: 'not shown', align: 'left', cell: ({ leftOut }) => leftOut || '-' },
];

/** What went into a pack, at which level, what it cost, and what was left out. */
export function renderExplanation({ sections, tokens, chars }: Pack): string {
  return `${renderTable(sections, columns)}${tokens} tokens, ${chars} characters\n`;
}
