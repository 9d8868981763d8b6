import type { HookAnswer } from '../agents/hook-event.ts';
import { configOf } from '../open/repository.ts';
import type { EventContext, EventOf } from './event-context.ts';
import { sessionOf, updateSession } from './session.ts';
import { watchContext } from './watch-context.ts';

/** The user said something: what the start could not hand over goes along with it. */
export async function submitPrompt(hook: EventContext<EventOf<'prompt'>>): Promise<HookAnswer> {
  const { resumePending } = sessionOf(hook);
  const watched = await watchContext(hook);
  if (!resumePending || !hook.hooks.speaksAt('prompt')) return watched;
  const { resumeTexts } = await import('./resume-texts.ts');
  const { autoResumeOnStart: mode } = await configOf(await hook.repository());
  const [context = ''] = (await resumeTexts(hook, { mode })).contexts;
  // Only now: what could not be made stays due.
  updateSession(hook, { resumePending: false });
  return context === '' ? watched : { ...watched, context };
}
