import { namesIn } from './present-names.ts';
import type { SessionView } from './session-view.ts';

/** What the newest prompt and the open tasks call by a name: `LOW-01`, `loadRows`. */
export function wantedNames({ turns, session }: SessionView): string[] {
  const tasks = session.todos.filter(({ status }) => status !== 'completed').map(({ text }) => text);
  const said = [turns.at(-1)?.words.slice(0, MAX_WORDS) ?? '', ...tasks].join('\n');
  return [...new Set([...(said.match(/\b[A-Z]{2,}-\d+\b/g) ?? []), ...namesIn(said)])].slice(0, MAX_WANTED);
}

const MAX_WORDS = 800;
const MAX_WANTED = 24;
