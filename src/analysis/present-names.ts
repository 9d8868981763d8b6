import { isEdit, type SessionView } from './session-view.ts';

/** So many turns are the present, whatever they are about. */
const PRESENT_TURNS = 3;

/** The first turn of the present. */
export function presentFrom({ turns }: SessionView): number {
  return Math.max(1, turns.length - PRESENT_TURNS + 1);
}

/** So many turns say what is talked about now. */
const TALK_TURNS = 2;

/** Files and code that the last turns ask for, report or work on: what was found out about these earlier still matters. */
export function presentNames({ turns }: SessionView): Set<string> {
  const present = turns.slice(-TALK_TURNS);
  const said = present.flatMap(({ words, turn }) => [
    words,
    turn.steps.findLast((step) => step.kind === 'text')?.text ?? '',
  ]);
  const edited = present.flatMap(({ calls }) => calls.filter(isEdit).flatMap(({ paths }) => paths));
  return new Set([...said.flatMap(namesIn), ...edited.map(baseOf)]);
}

const NAME = /`([^`\n]{3,80})`|\b([\w.-]+\/[\w./-]+|\w+_\w+|[a-z]+[A-Z]\w+|[A-Z][a-z]+[A-Z]\w+|[\w-]+\.[a-z]{2,4})\b/g;

/** The names in a text: what stands as code, paths by their last part, identifiers. */
export function namesIn(text: string): string[] {
  return [...text.matchAll(NAME)].map(([, code, name]) => baseOf((code ?? name ?? '').trim())).filter(isName);
}

/** `src/a/b.ts:12` → `b.ts` */
function baseOf(name: string): string {
  const path = name.replace(/:\d[\d,:-]*$/, '').replace(/\/$/, '');
  return path.includes(' ') ? path : path.slice(path.lastIndexOf('/') + 1);
}

function isName(name: string): boolean {
  return (
    name.length >= 3 && /[a-z]/i.test(name) && !/^(?:true|false|null|undefined|main|master|e\.g|i\.e)$/i.test(name)
  );
}
