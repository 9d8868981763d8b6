import { type Checkpoint, isDamaged } from '../../core/checkpoint.ts';
import { defined } from '../../core/defined.ts';
import { hasFailed } from '../../core/describe-command.ts';
import type { Note } from '../../core/note.ts';
import { countChanges } from '../../core/tree-change.ts';
import { whySaved } from '../../core/why-saved.ts';
import { readSubjects } from '../../repository/commit-subjects.ts';
import { type TimelineEntry, timeline } from '../../repository/timeline.ts';
import type { RowJson, TimelineJson } from '../api.ts';
import { boundedNumber, type Call } from './call.ts';

const PAGE = { usual: 200, most: 1000 };
const MAX_PATHS = 4;
const TEST_COMMAND = /\b(?:tests?|pytest|jest|vitest|mocha|rspec|phpunit|ctest)\b/i;

/** A page of the timeline, newest first. */
export async function readTimeline({ repository, query }: Call): Promise<TimelineJson> {
  const limit = boundedNumber(query.get('limit'), PAGE);
  const before = Number(query.get('before') ?? Number.NaN);
  const entries: TimelineEntry[] = [];
  const path = query.get('path') ?? '';
  const options = defined({
    limit,
    before: Number.isInteger(before) ? before : undefined,
    paths: path === '' ? undefined : [path.replace(/\/+$/, '')],
  });
  for await (const rows of timeline(repository, options)) entries.push(...rows);
  const last = entries.at(-1)?.entry.number;
  const bases = entries.flatMap(({ entry }) => (isDamaged(entry) || entry.base === undefined ? [] : [entry.base]));
  return defined({
    rows: entries.map(rowOf),
    before: entries.length < limit ? undefined : last,
    commits: Object.fromEntries(await readSubjects(repository, new Set(bases))),
  });
}

function rowOf({ entry, since }: TimelineEntry): RowJson {
  const { number, commit } = entry;
  if (isDamaged(entry)) return { number, commit, damage: entry.damage };
  const { note, provenance, base } = entry;
  return defined({
    number,
    commit,
    created: note.created,
    summary: note.summary,
    trigger: note.trigger,
    why: whySaved(note),
    branch: note.context.branch,
    worktree: note.context.worktree,
    base: base ?? null,
    agent: note.session?.agent,
    session: note.session?.id,
    intent: note.analysis.session_intent.slice(0, 200) || undefined,
    context_percent: contextPercent(note),
    kept: note.kept === true,
    pending: note.pending,
    by: isOthers(entry) ? provenance?.author.name : undefined,
    tests_failed: failedTests(note),
    since:
      since === undefined
        ? undefined
        : defined({
            ...countChanges(since.changes),
            number: since.number,
            paths: since.changes.slice(0, MAX_PATHS).map(({ path }) => path),
          }),
  });
}

function isOthers({ provenance }: Checkpoint): boolean {
  return provenance?.remote !== undefined && !provenance.trusted;
}

function contextPercent({ session }: Note): number | undefined {
  const { context_tokens: used, context_window: window } = session ?? {};
  return used === undefined || !window ? undefined : Math.round((100 * used) / window);
}

/** The last command that looks like a test run failed. */
function failedTests({ context }: Note): boolean {
  const last = context.recent_commands.findLast(({ command }) => TEST_COMMAND.test(command));
  return last !== undefined && hasFailed(last);
}
