import { cutStartToWidth, padToWidth, textWidth } from '../../core/text-width.ts';
import type { TreeChange } from '../../core/tree-change.ts';
import type { World } from '../../core/world.ts';
import { showPath } from './facts.ts';
import { styleFor } from './style.ts';
import { screenWidth } from './table.ts';

/** The most that stands on a line beside the path. */
const COUNTS = 20;
const letters = { added: 'A', modified: 'M', deleted: 'D', renamed: 'R', type: 'T' } as const;
const colors = { added: 'green', modified: 'yellow', deleted: 'red', renamed: 'cyan', type: 'cyan' } as const;

/** Changed files, a line each: what happened, the path, lines added and removed. */
export function renderChanges(changes: readonly TreeChange[], world: World): string {
  const style = styleFor(world, world.stdout);
  const names = changes.map(({ path, from }) =>
    from === undefined ? showPath(path) : `${showPath(from)} → ${showPath(path)}`,
  );
  const room = Math.max(16, screenWidth(world) - COUNTS);
  const widest = Math.min(60, room, Math.max(0, ...names.map(textWidth)));
  return changes
    .map((change, at) => {
      const { added = 0, removed = 0, binary } = change;
      const lines = binary ? style.dim('binary') : `${style.green(`+${added}`)} ${style.red(`-${removed}`)}`;
      return `  ${style[colors[change.status]](letters[change.status])} ${padToWidth(cutStartToWidth(names[at] ?? '', room), widest)}  ${lines}\n`;
    })
    .join('');
}
