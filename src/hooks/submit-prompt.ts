import { type HookAnswer, startSources } from '../agents/hook-event.ts';
import { configOf } from '../open/repository.ts';
import type { EventContext, EventOf } from './event-context.ts';
import { sessionOf, updateSession } from './session.ts';
import { watchContext } from './watch-context.ts';

/** The user said something: what the start could not hand over goes along with it. */
export async function submitPrompt(hook: EventContext<EventOf<'prompt'>>): Promise<HookAnswer> {
  const { resumePending } = sessionOf(hook);
  const watched = await watchContext(hook);
  const source = startSources.find((one) => one === resumePending);
  if (source === undefined || !hook.hooks.speaksAt('prompt')) return watched;
  const { resumeTexts } = await import('./resume-texts.ts');
  const { autoResumeOnStart: mode } = await configOf(await hook.repository());
  const [context = ''] = (
    await resumeTexts({ ...hook, event: { ...hook.event, kind: 'session-start', source } }, { mode })
  ).contexts;
  // Only now: what could not be made stays due.
  updateSession(hook, { resumePending: undefined });
  return context === '' ? watched : { ...watched, context };
}
