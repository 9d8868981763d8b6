import type { HookAnswer } from '../agents/hook-event.ts';
import { beforeCommand } from './before-command.ts';
import { beforeCompact } from './before-compact.ts';
import { endSession } from './end-session.ts';
import { endTurn } from './end-turn.ts';
import type { Scene } from './scene.ts';
import { startSession } from './start-session.ts';
import { submitPrompt } from './submit-prompt.ts';
import { watchContext } from './watch-context.ts';

/** Which event does what. */
export function handle(scene: Scene): Promise<HookAnswer> {
  const { event } = scene;
  switch (event.kind) {
    case 'session-start':
      return startSession({ ...scene, event });
    case 'session-end':
      return endSession({ ...scene, event });
    case 'prompt':
      return submitPrompt({ ...scene, event });
    case 'tools-done':
    case 'context-threshold':
      return watchContext({ ...scene, event });
    case 'before-command':
      return beforeCommand({ ...scene, event });
    case 'turn-end':
      return endTurn({ ...scene, event });
    case 'before-compact':
      return beforeCompact({ ...scene, event });
  }
}
