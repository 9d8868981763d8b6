import { type HookAnswer, startSources } from '../agents/hook-event.ts';
import { forgetDue } from '../local/due.ts';
import type { EventContext, EventOf } from './event-context.ts';
import { sessionOf, updateSession } from './session.ts';
import { watchContext } from './watch-context.ts';

/** The user said something, or a tool has ended: what the start or a compaction could not hand over goes along with it. */
export async function submitPrompt(hook: EventContext<EventOf<'prompt'> | EventOf<'tools-done'>>): Promise<HookAnswer> {
  const { resumePending } = sessionOf(hook);
  const watched = await watchContext(hook);
  const source = startSources.find((one) => one === resumePending);
  if (source === undefined || !hook.hooks.speaksAt(hook.event.kind)) return watched;
  const { resumeTexts } = await import('./resume-texts.ts');
  const { autoResumeOnStart: mode } = await hook.config();
  const [context = ''] = (
    await resumeTexts({ ...hook, event: { ...hook.event, kind: 'session-start', source } }, { mode })
  ).contexts;
  // Only now: what could not be made stays due.
  updateSession(hook, { resumePending: undefined });
  forgetDue(hook.world, hook.event.session);
  const texts = [context, watched.context ?? ''].filter((text) => text !== '');
  return texts.length === 0 ? watched : { ...watched, context: texts.join('\n\n') };
}
