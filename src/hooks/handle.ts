import type { HookAnswer } from '../agents/hook-event.ts';
import type { Scene } from './scene.ts';

/** Which event does what. An agent waits for each of them: no more is loaded than the one needs. */
export async function handle(scene: Scene): Promise<HookAnswer> {
  const { event } = scene;
  switch (event.kind) {
    case 'session-start':
      return (await import('./start-session.ts')).startSession({ ...scene, event });
    case 'session-end':
      return (await import('./end-session.ts')).endSession({ ...scene, event });
    case 'prompt':
      return (await import('./submit-prompt.ts')).submitPrompt({ ...scene, event });
    case 'tools-done':
    case 'context-threshold':
      return (await import('./watch-context.ts')).watchContext({ ...scene, event });
    case 'before-command':
      return (await import('./before-command.ts')).beforeCommand({ ...scene, event });
    case 'turn-end':
      return (await import('./end-turn.ts')).endTurn({ ...scene, event });
    case 'before-compact':
      return (await import('./before-compact.ts')).beforeCompact({ ...scene, event });
  }
}
