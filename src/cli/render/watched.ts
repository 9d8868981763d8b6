import { count } from '../../core/count.ts';
import { formatDuration } from '../../core/duration.ts';
import { showBytes } from '../../core/size.ts';
import { stripControls } from '../../core/strip-controls.ts';
import type { CheckpointData, CheckpointRow, CheckpointSummary } from '../../watch/checkpoint-data.ts';
import { type Column, renderTable } from './table.ts';

/** What a watched session came to: one line, and one for each checkpoint. */
export function renderWatched(sessionId: string, summary: CheckpointSummary): string {
  const table = summary.total === 0 ? '' : renderTable(summary.checkpoints, columns);
  const saved = summary.checkpoints.filter(({ gitCheckpoint }) => gitCheckpoint !== undefined);
  return `Session ${stripControls(sessionId)}: ${wholeText({ ...summary, total: saved.length })}\n${table}`;
}

/** `12 checkpoints in 1h 30m, 34 files modified, memory peak 512 MB`. */
export function wholeText({
  total,
  totalDuration,
  filesModified,
  peakMemory,
}: Omit<CheckpointSummary, 'checkpoints'>): string {
  const facts = [
    `${count(total, 'checkpoint')} in ${formatDuration(totalDuration)}`,
    `${count(filesModified.length, 'file')} modified`,
    ...(peakMemory === 0 ? [] : [`memory peak ${showBytes(peakMemory)}`]),
  ];
  return facts.join(', ');
}

const columns: readonly Column<CheckpointRow>[] = [
  { title: '#', cell: ({ number }) => String(number) },
  {
    title: 'checkpoint',
    cell: ({ gitCheckpoint }) => (gitCheckpoint === undefined ? 'failed' : String(gitCheckpoint)),
  },
  { title: 'after', cell: ({ duration }) => formatDuration(duration) },
  { title: 'modified', cell: ({ gitStatus }) => String(gitStatus.modified) },
  { title: 'staged', cell: ({ gitStatus }) => String(gitStatus.staged) },
  { title: 'untracked', cell: ({ gitStatus }) => String(gitStatus.untracked) },
  { title: 'files so far', cell: ({ filesModified }) => String(filesModified) },
  { title: 'memory', cell: ({ memory }) => (memory.rss === 0 ? '' : showBytes(memory.rss)) },
];

/** One line for a capture, while nobody else writes on the terminal. */
export function renderCapture({ gitStatus, gitCheckpoint, duration, filesModified }: CheckpointData): string {
  const what =
    gitCheckpoint === undefined
      ? `could not be saved: ${stripControls(gitStatus.error ?? '')}`
      : `${count(filesModified.length, 'file')} modified so far, checkpoint ${gitCheckpoint}`;
  return `${formatDuration(duration).padStart(7)}  ${what}\n`;
}
