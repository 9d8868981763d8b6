import { formatDuration } from '../../core/duration.ts';
import { showBytes } from '../../core/size.ts';
import { oneLine, stripControls } from '../../core/strip-controls.ts';
import { cutToWidth, padToWidth } from '../../core/text-width.ts';
import type { World } from '../../core/world.ts';
import type { Evolution, EvolutionStep } from '../../watch/evolution.ts';
import { showPath } from './facts.ts';
import { sparkline } from './sparkline.ts';
import { styleFor } from './style.ts';
import { type Column, renderTable, screenWidth } from './table.ts';
import { wholeText } from './watched.ts';

/** A line for each checkpoint of a session. */
export function renderLog(evolution: Evolution, world: World): string {
  const table = renderTable(evolution.checkpoints, columns);
  const lines = table.split('\n').map((line) => cutToWidth(line, screenWidth(world)));
  return `${renderHead(evolution, world)}${lines.join('\n')}${renderSparklines(evolution, world)}`;
}

/** What a session came to, and which files it modified. */
export function renderSummary(evolution: Evolution, world: World): string {
  const files = evolution.filesModified.map((path) => `  ${showPath(path)}\n`).join('');
  return `${renderHead(evolution, world)}${renderSparklines(evolution, world)}${files}`;
}

function renderHead(evolution: Evolution, world: World): string {
  const { session, agent, branches, started } = evolution;
  const style = styleFor(world, world.stdout);
  const on = branches.map((branch) => stripControls(branch) || 'a detached HEAD').join(', ');
  const title = `Session ${style.bold(stripControls(session))} (${stripControls(agent)})`;
  return `${title} on ${on}, since ${started}\n${wholeText(evolution)}\n`;
}

const columns: readonly Column<EvolutionStep>[] = [
  { title: 'checkpoint', cell: ({ number }) => String(number) },
  { title: 'after', cell: ({ duration }) => formatDuration(duration) },
  { title: 'files', cell: ({ files }) => String(files) },
  { title: '+', cell: ({ added }) => `+${added}` },
  { title: '-', cell: ({ removed }) => `-${removed}` },
  { title: 'memory', cell: ({ memory }) => (memory === undefined || memory.rss === 0 ? '' : showBytes(memory.rss)) },
  { title: 'trigger', align: 'left', cell: ({ trigger }) => trigger },
  { title: 'summary', align: 'left', cell: ({ summary }) => oneLine(summary) },
];

const lines: readonly (readonly [string, (step: EvolutionStep) => number, (value: number) => string])[] = [
  ['files', ({ files }) => files, String],
  ['lines', ({ added, removed }) => added + removed, String],
  ['memory', ({ memory }) => memory?.rss ?? 0, showBytes],
];

/** Pictures are for people at a terminal. */
function renderSparklines({ checkpoints }: Evolution, world: World): string {
  if (!world.stdout.isTTY || checkpoints.length < 2) return '';
  return lines
    .map(([name, measure, show]) => {
      const values = checkpoints.map(measure);
      const [least, most] = [Math.min(...values), Math.max(...values)];
      return most === 0 ? '' : `${padToWidth(name, 6)}  ${sparkline(values)}  ${show(least)} – ${show(most)}\n`;
    })
    .join('');
}
