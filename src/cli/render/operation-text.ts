import { count } from '../../core/count.ts';
import type { OperationCheckpoint } from '../../core/operation.ts';
import { oneLine } from '../../core/strip-controls.ts';
import type { LoggedOperation } from '../../repository/operations.ts';

/** `checkpoint 32 "Change 7 files"`, or `3 checkpoints (30-32)`. */
export function checkpointsText(checkpoints: readonly OperationCheckpoint[]): string {
  const [first] = checkpoints;
  if (first === undefined) return 'no checkpoint';
  if (checkpoints.length > 1) {
    const numbers = rangesOf(checkpoints.map(({ number }) => number));
    return `${count(checkpoints.length, 'checkpoint')} (${numbers})`;
  }
  const name = first.summary === undefined ? '' : ` "${oneLine(first.summary)}"`;
  return `checkpoint ${first.number}${name}`;
}

/** `1-3, 7`. */
function rangesOf(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of [...numbers].sort((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last !== undefined && number === last[1] + 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}

/** What an operation was about, without its kind. */
export function operationAbout({ kind, checkpoints, about, shared, of, effect }: LoggedOperation): string {
  const what = checkpointsText(checkpoints);
  switch (kind) {
    case 'save':
      return about === undefined || about === 'manual' ? what : `${what} (${oneLine(about)})`;
    case 'sync':
      return `with ${oneLine(about ?? '?')}: ${shared?.sent ?? 0} sent, ${shared?.received ?? 0} received`;
    case 'undo':
      return of === undefined ? `of the restore of ${what}` : `of operation ${of}, ${what}`;
    case 'restore':
    case 'rewind':
      return effect?.kind === 'restored' ? `${what} (previous files: checkpoint ${effect.safety.number})` : what;
    default:
      return about === undefined ? what : `${what}, dropped at ${oneLine(about)}`;
  }
}

/** `operation 12, drop of checkpoint 32 "Change 7 files"`. */
export function operationName({ number, kind, checkpoints, about, of }: LoggedOperation): string {
  if (kind === 'undo' && of !== undefined) return `operation ${number}, undo of operation ${of}`;
  if (kind === 'sync') return `operation ${number}, sync with ${oneLine(about ?? '?')}`;
  return `operation ${number}, ${kind} of ${checkpointsText(checkpoints)}`;
}
