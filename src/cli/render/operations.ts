import { shortAge } from '../../core/age.ts';
import type { World } from '../../core/world.ts';
import type { LoggedOperation } from '../../repository/operations.ts';
import { showPath } from './facts.ts';
import { operationAbout } from './operation-text.ts';
import { styleFor } from './style.ts';
import { type Column, renderTable, screenWidth } from './table.ts';

/** A line for each operation. */
export function renderOperations(operations: readonly LoggedOperation[], world: World, worktree: string): string {
  const style = styleFor(world, world.stdout);
  const elsewhere = (operation: LoggedOperation) =>
    operation.worktree === worktree ? '' : `  [in ${showPath(operation.worktree)}]`;
  const undone = ({ undoneBy }: LoggedOperation) => (undoneBy === undefined ? '' : `undone by ${undoneBy}: `);
  const columns: readonly Column<LoggedOperation>[] = [
    { paint: style.yellow, cell: ({ number }) => String(number) },
    { paint: style.dim, cell: ({ time }) => shortAge(new Date(time), world.now()) },
    { align: 'left', most: 8, paint: (text, { kind }) => paintKind(style, kind)(text), cell: ({ kind }) => kind },
    {
      align: 'left',
      paint: (text, { undoneBy }) => (undoneBy === undefined ? text : style.dim(text)),
      cell: (operation) => `${undone(operation)}${operationAbout(operation)}${elsewhere(operation)}`,
    },
  ];
  return renderTable(operations, columns, screenWidth(world));
}

function paintKind(style: ReturnType<typeof styleFor>, kind: LoggedOperation['kind']): (text: string) => string {
  if (kind === 'save' || kind === 'sync') return style.dim;
  if (kind === 'drop' || kind === 'prune' || kind === 'redact') return style.red;
  return kind === 'restore' || kind === 'rewind' || kind === 'undo' ? style.cyan : style.green;
}
