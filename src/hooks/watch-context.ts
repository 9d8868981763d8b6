import { readContextUse } from '../agents/context-use.ts';
import type { HookAnswer } from '../agents/hook-event.ts';
import { readContextReport } from '../local/context-reports.ts';
import type { SessionRecord } from '../local/session-record.ts';
import { configOf } from '../open/repository.ts';
import type { EventContext, EventOf } from './event-context.ts';
import { savedNotice } from './notices.ts';
import { saveInBackground } from './save-in-background.ts';
import { sessionOf, updateSession } from './session.ts';

type ContextEvent = EventOf<'prompt'> | EventOf<'tools-done'> | EventOf<'context-threshold'>;

/** The lowest threshold that can be set: below it not even the settings are read. */
const MIN_THRESHOLD = 70;
/** A context that shrinks this far below the threshold may cross it again. */
const SHRUNK_BY = 10;
const PATIENCE_MS = 1500;

/** Notes how full the context is, and saves once when it crosses the threshold. */
export async function watchContext(hook: EventContext<ContextEvent>): Promise<HookAnswer> {
  const record = sessionOf(hook);
  const prompts = record.prompts + (hook.event.kind === 'prompt' ? 1 : 0);
  const percent = await percentOf(hook);
  if (percent === undefined || percent < MIN_THRESHOLD - SHRUNK_BY) {
    updateSession(hook, { prompts, aboveThreshold: false });
    return {};
  }
  const { thresholdPercent } = await configOf(await hook.repository());
  const aboveThreshold = isAbove(record, percent, thresholdPercent);
  updateSession(hook, { prompts, aboveThreshold });
  if (!aboveThreshold || record.aboveThreshold) return {};
  const { saved } = await saveInBackground(hook, PATIENCE_MS);
  return saved === undefined ? {} : { notice: `Context ${percent}% full. ${savedNotice(saved)}` };
}

function isAbove(record: SessionRecord, percent: number, threshold: number): boolean {
  return percent >= threshold || (record.aboveThreshold === true && percent >= threshold - SHRUNK_BY);
}

async function percentOf({ event, hooks, place, world }: EventContext<ContextEvent>): Promise<number | undefined> {
  if (event.kind === 'context-threshold') return event.percent;
  const report = readContextReport(place, event.session, world.now());
  if (report !== undefined) return report.percent;
  const use = event.transcript === undefined ? undefined : await readContextUse(hooks.agent, event.transcript);
  return use === undefined ? undefined : Math.floor((100 * use.tokens) / use.window);
}
