import type { HookAnswer } from '../agents/hook-event.ts';
import type { EventContext } from './event-context.ts';

/** Which event does what. An agent waits for each of them: no more is loaded than the one needs. */
export async function handle(hook: EventContext): Promise<HookAnswer> {
  const { event } = hook;
  switch (event.kind) {
    case 'session-start':
      return (await import('./start-session.ts')).startSession({ ...hook, event });
    case 'session-end':
      return (await import('./end-session.ts')).endSession({ ...hook, event });
    case 'prompt':
      return (await import('./submit-prompt.ts')).submitPrompt({ ...hook, event });
    case 'tools-done':
    case 'context-threshold':
      return (await import('./watch-context.ts')).watchContext({ ...hook, event });
    case 'before-command':
      return (await import('./before-command.ts')).beforeCommand({ ...hook, event });
    case 'turn-end':
      return (await import('./end-turn.ts')).endTurn({ ...hook, event });
    case 'before-compact':
      return (await import('./before-compact.ts')).beforeCompact({ ...hook, event });
  }
}
