import { defined } from '../../core/defined.ts';
import type { TimelineOptions } from '../../repository/timeline.ts';
import type { RowJson, TimelineJson } from '../api.ts';
import { boundedNumber, type Call } from './call.ts';
import { timelineRows } from './timeline-rows.ts';

const PAGE = { usual: 200, most: 1000 };

/** The newest lines of the timeline, or those below a number. */
export async function readTimeline({ repository, query }: Call): Promise<TimelineJson> {
  const limit = boundedNumber(query.get('limit'), PAGE);
  const rows: RowJson[] = [];
  for await (const part of timelineRows(repository, { ...askedFor(query), limit })) rows.push(...part);
  return defined({ rows, before: rows.length < limit ? undefined : rows.at(-1)?.number });
}

/**
 * All lines of the timeline, or all below a number, in parts as they are read: opening the store again for each part would take longer
 * than the part. The last one has no `before`.
 */
export async function* streamTimeline({ repository, query }: Call): AsyncGenerator<TimelineJson> {
  for await (const rows of timelineRows(repository, askedFor(query)))
    if (rows.length > 0) yield defined({ rows, before: rows.at(-1)?.number });
  yield { rows: [] };
}

function askedFor(query: URLSearchParams): TimelineOptions {
  const before = Number(query.get('before') ?? Number.NaN);
  const path = query.get('path') ?? '';
  return defined({
    before: Number.isInteger(before) ? before : undefined,
    paths: path === '' ? undefined : [path.replace(/\/+$/, '')],
  });
}
