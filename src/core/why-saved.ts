import type { Note, Trigger } from './note.ts';

const words: Partial<Record<Trigger, string>> = {
  manual: 'you',
  clear: '/clear',
  'session-end': 'end',
  restore: 'safety copy',
  mcp: 'agent',
  recover: 'crash',
};

/** Why a checkpoint was saved, in a word or two for a narrow column. */
export function whySaved({ trigger, anchor, session }: Pick<Note, 'trigger' | 'anchor' | 'session'>): string {
  if (anchor?.startsWith('before ')) return anchor;
  if (trigger === 'threshold') return contextUse(session) ?? 'context';
  return words[trigger] ?? trigger;
}

/** `ctx 77%` */
function contextUse(session: Note['session']): string | undefined {
  const { context_tokens: used, context_window: window } = session ?? {};
  return used === undefined || window === undefined || window === 0
    ? undefined
    : `ctx ${Math.round((100 * used) / window)}%`;
}
