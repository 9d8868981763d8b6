import { readContextUse } from '../agents/context-use.ts';
import type { HookAnswer } from '../agents/hook-event.ts';
import { defined } from '../core/defined.ts';
import { readContextReport } from '../local/context-reports.ts';
import type { SessionRecord } from '../local/session-record.ts';
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
const ASKING_PATIENCE_MS = 300;

/** Notes how full the context is; when it crosses the threshold, saves once and has the agent asked once. */
export async function watchContext(hook: EventContext<ContextEvent>): Promise<HookAnswer> {
  const { asks, notice: contextNotice } = await lookAtContext(hook);
  const { pendingNotice } = sessionOf(hook);
  const notice = [pendingNotice, contextNotice].filter((line) => line !== undefined).join('\n');
  const shows = hook.hooks.showsAt(hook.event.kind);
  if (notice !== (pendingNotice ?? '') || (shows && pendingNotice !== undefined))
    updateSession(hook, { pendingNotice: shows ? undefined : notice });
  return defined({
    notice: shows && notice !== '' ? notice : undefined,
    context: asks === undefined ? undefined : await textFor(hook, asks),
  });
}

/** What is to be said, and how full the context is when the agent is to be asked now. */
async function lookAtContext(
  hook: EventContext<ContextEvent>,
): Promise<{ readonly asks?: number; readonly notice?: string }> {
  const record = sessionOf(hook);
  const prompts = record.prompts + (hook.event.kind === 'prompt' ? 1 : 0);
  const percent = await percentOf(hook);
  if (percent === undefined || percent < MIN_THRESHOLD - SHRUNK_BY) {
    updateSession(hook, { prompts, aboveThreshold: false, asked: false });
    return {};
  }
  const { thresholdPercent, askAgent } = await hook.config();
  const aboveThreshold = isAbove(record, percent, thresholdPercent);
  const asks = aboveThreshold && askAgent && record.asked !== true && mayAsk(hook);
  updateSession(hook, { prompts, aboveThreshold, asked: aboveThreshold && (record.asked === true || asks) });
  const crosses = aboveThreshold && !record.aboveThreshold;
  // The agent goes on meanwhile: a question that waits for the save reaches it steps later.
  const { saved } = crosses ? await saveInBackground(hook, asks ? ASKING_PATIENCE_MS : PATIENCE_MS) : {};
  if (saved === undefined && !asks) return {};
  const words = [`Context ${percent}% full.`, ...(saved === undefined ? [] : [savedNotice(saved)])];
  return defined({ notice: [...words, ...(asks ? [ASKED] : [])].join(' '), asks: asks ? percent : undefined });
}

const ASKED = 'The agent was asked to store what it knows.';

/** At a prompt the user waits for the answer to it: the agent is asked while it works. */
function mayAsk({ event, hooks }: EventContext<ContextEvent>): boolean {
  return event.kind !== 'prompt' && hooks.speaksAt(event.kind);
}

async function textFor(hook: EventContext, percent: number): Promise<string> {
  const { askText } = await import('./ask-agent.ts');
  return askText(hook, percent);
}

function isAbove(record: SessionRecord, percent: number, threshold: number): boolean {
  return percent >= threshold || (record.aboveThreshold === true && percent >= threshold - SHRUNK_BY);
}

async function percentOf({ event, hooks, place, world }: EventContext<ContextEvent>): Promise<number | undefined> {
  if (event.percent !== undefined) return Math.floor(event.percent);
  const report = readContextReport(place, event.session, world.now());
  if (report !== undefined) return report.percent;
  const use = event.transcript === undefined ? undefined : await readContextUse(hooks.agent, event.transcript);
  return use === undefined ? undefined : Math.floor((100 * use.tokens) / use.window);
}
