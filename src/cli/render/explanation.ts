import { stripControls } from '../../core/strip-controls.ts';
import type { Pack } from '../../repository/resume.ts';

/** What went into a pack, at which level, what it cost, and what was left out. */
export function renderExplanation({ sections, tokens, chars }: Pack): string {
  const rows = sections.map(({ section, name, level, tokens: cost, leftOut }) => [
    section === name ? section : `${section}: ${stripControls(name)}`,
    level,
    String(cost),
    leftOut,
  ]);
  const all = [['part', 'level', 'tokens', 'not shown'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const lines = all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n${tokens} tokens, ${chars} characters\n`;
}
