import { oncePer } from './once-per.ts';
import { subjectWords } from './sentences.ts';
import type { SessionView, TurnView } from './session-view.ts';
import { isGeneric } from './telling.ts';

/** Of a long text, its beginning says what it is about. */
const HEAD = 400;
const SAID = 200;
const LAST_TURNS = 2;
const MIN_SHARED = 2;

/** What the last turns speak of: the user's words, the beginnings of the agent's, the names of files and commands. */
const spokenOf = oncePer((view: SessionView): ReadonlySet<string> => wordsOfTurns(view.turns.slice(-LAST_TURNS)));

export function wordsOfTurns(turns: readonly TurnView[]): ReadonlySet<string> {
  const said = turns.flatMap(({ words, turn, calls }) => [
    words.slice(0, HEAD),
    ...turn.steps.flatMap((step) => (step.kind === 'text' ? [step.text.slice(0, SAID)] : [])),
    ...calls.flatMap(({ paths, call }) => [
      ...paths.slice(0, 1),
      call.description ?? call.command?.slice(0, SAID) ?? '',
    ]),
  ]);
  return subjectWords(said.join('\n'));
}

/** Whether what was said in an earlier turn is still spoken of. */
export function isSpokenOf(view: SessionView, name: string, from: TurnView): boolean {
  if (from.number > view.turns.length - LAST_TURNS) return true;
  return isAbout(name, spokenOf(view)) || sharesFiles(view, from);
}

/** Whether a name has two words that say something, or nearly all of them, in common with what is known. */
function isAbout(name: string, known: ReadonlySet<string>): boolean {
  const words = [...subjectWords(name.replace(/https?:\S+/g, ''))].filter((word) => !isGeneric(word));
  const shared = words.filter((word) => known.has(word)).length;
  return shared >= MIN_SHARED || (shared > 0 && words.length === MIN_SHARED);
}

function sharesFiles(view: SessionView, from: TurnView): boolean {
  const now = new Set(view.turns.slice(-LAST_TURNS).flatMap(editedIn));
  return editedIn(from).some((path) => now.has(path));
}

function editedIn({ calls }: TurnView): readonly string[] {
  return calls.filter(({ call }) => call.action === 'edit' && call.result === 'ok').flatMap(({ paths }) => paths);
}
