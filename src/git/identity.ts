import type { Identity } from '../core/checkpoint.ts';
import type { World } from '../core/world.ts';
import type { ConfigEntry } from './engine.ts';

/** The user's identity as git would record it, or a fallback that says that none is set. */
export function identityFrom(entries: readonly ConfigEntry[], env: World['env']): Identity {
  const setting = (key: string) => entries.findLast((entry) => entry.key === key)?.value;
  const name = env['GIT_COMMITTER_NAME'] ?? setting('committer.name') ?? setting('user.name');
  const email = env['GIT_COMMITTER_EMAIL'] ?? setting('committer.email') ?? setting('user.email') ?? env['EMAIL'];
  const clean = (text: string | undefined) => text?.replace(/[<>\n\0]/g, '').trim() || undefined;
  return { name: clean(name) ?? 'git-checkpoint', email: clean(email) ?? 'git-checkpoint@localhost' };
}
