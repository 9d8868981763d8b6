import type { Note, Trigger } from './note.ts';

const words: Partial<Record<Trigger, string>> = {
  manual: 'you',
  clear: '/clear',
  'session-end': 'end',
  restore: 'safety copy',
  mcp: 'agent',
  recover: 'crash',
};

type Reason = Pick<Note, 'trigger' | 'anchor' | 'session'>;

/** Why a checkpoint was saved. */
export function whySaved({ trigger, anchor, session }: Reason): string {
  if (anchor?.startsWith('before ')) return anchor;
  if (trigger === 'threshold') return contextUse(session) ?? 'context';
  return words[trigger] ?? trigger;
}

/** The same for a narrow column: `before reset` for `before git reset --hard`. */
export function whySavedShort(reason: Reason): string {
  const [, git, command] = /^before (git )?(?:-[cC] \S+ |-\S+ )*(\S+)/.exec(reason.anchor ?? '') ?? [];
  if (command === undefined) return whySaved(reason);
  return `before ${git === undefined ? command.slice(command.lastIndexOf('/') + 1) : command}`;
}

/** What the row of a checkpoint says: before a command, the command and the work that it put at risk. */
export function rowTitle({ summary, trigger, anchor }: Pick<Note, 'summary' | 'trigger' | 'anchor'>): string {
  // By hand, `--anchor "before lunch"` is a label.
  if (trigger !== 'turn' || !anchor?.startsWith('before ')) return summary;
  const before = beforeCommand(anchor);
  return summary === before ? summary : `${before}: ${summary}`;
}

/** ``Before `git reset --hard` ``: what a checkpoint is called while its work has no name. */
export function beforeCommand(anchor: string): string {
  return `Before \`${anchor.slice('before '.length).replaceAll('`', "'")}\``;
}

/** `ctx 77%` */
function contextUse(session: Note['session']): string | undefined {
  const { context_tokens: used, context_window: window } = session ?? {};
  return used === undefined || window === undefined || window === 0
    ? undefined
    : `ctx ${Math.round((100 * used) / window)}%`;
}
