import { shortAge } from '../../core/age.ts';
import { agentTitle } from '../../core/agent-title.ts';
import { moment } from '../../core/clock.ts';
import { count } from '../../core/count.ts';
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

/** A line for each session. */
export function renderSessions(sessions: readonly Evolution[], world: World): string {
  const style = styleFor(world, world.stdout);
  const columns: readonly Column<Evolution>[] = [
    { align: 'left', paint: style.yellow, cell: ({ session }) => shortId(session) },
    { paint: style.dim, cell: ({ started }) => shortAge(new Date(started), world.now()) },
    { align: 'left', from: 56, cell: ({ agent }) => agentTitle(stripControls(agent)) },
    {
      align: 'left',
      most: 20,
      from: 72,
      paint: style.cyan,
      cell: ({ branches }) => stripControls(branches.join(', ')),
    },
    { from: 64, cell: ({ total }) => count(total, 'checkpoint') },
    { align: 'left', cell: ({ checkpoints }) => oneLine(checkpoints.at(-1)?.summary ?? '') },
  ];
  return renderTable(sessions, columns, screenWidth(world));
}

/** As much of an id as `list` shows, and of the name of a watched run all that tells it from the next. */
function shortId(session: string): string {
  return stripControls(session).replace(/^([0-9a-f]{8})-[0-9a-f-]{20,}$/, '$1');
}

/** One session: its head, a line for each checkpoint, and the files that it modified. */
export function renderEvolution(evolution: Evolution, world: World): string {
  const table = renderTable(evolution.checkpoints, columns);
  const lines = table.split('\n').map((line) => cutToWidth(line, screenWidth(world)));
  const files = evolution.filesModified.map((path) => `  ${showPath(path)}\n`).join('');
  const modified = files === '' ? '' : `Files modified:\n${files}`;
  return `${renderHead(evolution, world)}${lines.join('\n')}${renderSparklines(evolution, world)}${modified}`;
}

function renderHead(evolution: Evolution, world: World): string {
  const { session, agent, branches, started } = evolution;
  const style = styleFor(world, world.stdout);
  const on = branches.map((branch) => stripControls(branch) || 'a detached HEAD').join(', ');
  const title = `Session ${style.bold(stripControls(session))} (${agentTitle(stripControls(agent))})`;
  return `${title} on ${on}, since ${moment(new Date(started), world.now())}\n${wholeText(evolution)}\n`;
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
