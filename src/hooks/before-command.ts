import type { HookAnswer } from '../agents/hook-event.ts';
import { destructivePart } from './destructive-command.ts';
import { oneLine, savedNotice } from './notices.ts';
import { withSaveLock } from './save-lock.ts';
import { saveSession } from './save-session.ts';
import type { EventOf, Scene } from './scene.ts';
import { recordNews, recordOf } from './session.ts';

const PATIENCE_MS = 5000;

/** Saves before a command that may destroy work. The transcript can wait; the files cannot. */
export async function beforeCommand(scene: Scene<EventOf<'before-command'>>): Promise<HookAnswer> {
  const part = destructivePart(scene.event.command);
  if (part === undefined) return {};
  const { transcript: _, ...session } = recordOf(scene);
  let notice: string | undefined;
  const repository = await scene.repository();
  await withSaveLock(scene.place, PATIENCE_MS, async () => {
    const saved = await saveSession(repository, { trigger: 'turn', session, anchor: `before ${oneLine(part)}` });
    if (saved === undefined) return;
    recordNews(scene, { saved });
    notice = `Before \`${oneLine(part)}\`: ${savedNotice(saved)}`;
  });
  return notice === undefined ? {} : { notice };
}
