import type { HookAnswer } from '../agents/hook-event.ts';
import { configOf } from '../open/repository.ts';
import type { EventOf, Scene } from './scene.ts';
import { recordNews, recordOf } from './session.ts';
import { watchContext } from './watch-context.ts';

/** The user said something: what the start could not hand over goes along with it. */
export async function submitPrompt(scene: Scene<EventOf<'prompt'>>): Promise<HookAnswer> {
  const owed = recordOf(scene).owed === true;
  const watched = await watchContext(scene);
  if (!owed) return watched;
  const { resumeTexts } = await import('./resume-texts.ts');
  const { autoResumeOnStart: mode } = await configOf(await scene.repository());
  const [context = ''] = (await resumeTexts(scene, { mode })).contexts;
  // Only now: what could not be made stays due.
  recordNews(scene, { owed: false });
  return context === '' ? watched : { ...watched, context };
}
