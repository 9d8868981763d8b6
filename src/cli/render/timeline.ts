import { isDamaged } from '../../core/checkpoint.ts';
import { cutToWidth, textWidth } from '../../core/text-width.ts';
import type { World } from '../../core/world.ts';
import type { TimelineEntry, WorkingTree } from '../../repository/timeline.ts';
import { type Style, styleFor } from './style.ts';
import { screenWidth } from './table.ts';
import { cellMaker, unsavedCells } from './timeline-cells.ts';
import { groupBySession, headingOf } from './timeline-groups.ts';
import { drawRows, type TimelineCells } from './timeline-row.ts';

const legend = ['@ working tree  ★ kept', 'show N · diff N · restore N'] as const;

interface TimelineView {
  /** Where somebody looks at the screen: what the working tree holds now. */
  readonly here?: WorkingTree;
  /** Safety copies of restores, too. */
  readonly all: boolean;
}

/** Colours a cell of a row by what it says. */
export function cellPainter(style: Style) {
  return (name: keyof TimelineCells, text: string, { mark }: TimelineCells): string => {
    switch (name) {
      case 'mark':
        return mark === '@' ? style.green(text) : style.yellow(text);
      case 'number':
        return mark === '✗' ? style.red(text) : style.yellow(text);
      case 'lines':
        return text.replace(/\+\d+/, style.green).replace(/-\d+/, style.red);
      case 'summary':
        return mark === '✗' ? style.red(text) : text;
      default:
        return style.dim(text);
    }
  };
}

/** Draws a timeline part by part, folded by session. */
export function timelineRenderer({ here, all }: TimelineView, world: World) {
  const style = styleFor(world, world.stdout);
  const width = screenWidth(world);
  const cellsOf = cellMaker(here, world.now());
  const unsaved = unsavedCells(here);
  let hidden = 0;

  const paint = cellPainter(style);

  return {
    part(rows: readonly TimelineEntry[]): string {
      const shown = rows.filter(({ entry }) => all || isDamaged(entry) || entry.note.trigger !== 'restore');
      hidden += rows.length - shown.length;
      const groups = groupBySession(shown);
      const cells = [...unsaved.splice(0), ...groups.flatMap(({ rows: own }) => own.map(cellsOf))];
      const drawn = drawRows(cells, width, paint);
      return lines([
        ...drawn.splice(0, cells.length - shown.length),
        ...groups.flatMap(({ rows: own }) => [
          style.bold(cutToWidth(headingOf(own, world.now()), width)),
          ...drawn.splice(0, own.length),
        ]),
      ]);
    },
    end(): string {
      const folded = `  … ${hidden} safety ${hidden === 1 ? 'copy' : 'copies'} hidden (--all)`;
      const inOne = legend.join('     ');
      const fitting = textWidth(inOne) <= width ? [inOne] : legend;
      const help = world.stdout.isTTY ? ['', ...fitting.map((line) => style.dim(cutToWidth(line, width)))] : [];
      return lines([...(hidden === 0 ? [] : [style.dim(cutToWidth(folded, width))]), ...help]);
    },
  };
}

function lines(all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join('');
}
