import { BOUNDS, bounded } from './bounds.ts';
import { commandKind } from './command-kind.ts';
import { unwrapped } from './machine-prompt.ts';
import { type PastedPoint, pastedPoints } from './pasted-points.ts';
import { splitSentences, subjectWords, withoutPastes } from './sentences.ts';
import { type CallView, type Item, isEdit, type SessionView, samePath, type TurnView } from './session-view.ts';

const ANSWERED =
  /\b(?:false positive|not a (?:real )?(?:bug|problem|issue)|by design|on purpose|intentional(?:ly)?|no change (?:is )?needed|won['’]t (?:fix|change)|declin(?:e|ed|ing)|not reproducible|does(?:n['’]t| not) apply|already (?:handled|fixed|covered|done)|out of scope|leav(?:e|ing) (?:it|this|that) as)\b/i;
const FIXED = /\b(?:fix(?:ed|es)|address(?:ed|es)|resolv(?:ed|es)|handled|mended|corrected|now)\b/i;

/** What pasted reviews and logs say is wrong and is open; of what was dealt with only how much it was. */
export function findPastedFindings(view: SessionView): Item[] {
  const told = view.turns.flatMap((turn) =>
    pastedPoints(unwrapped(turn.turn.prompt)).map((point, _at, all) => ({
      point,
      turn: turn.number,
      isOpen: isOpen(view, point, turn.number) && !(all.length === 1 && wasWorkedOn(view, turn)),
    })),
  );
  // What is pasted again is what is left of it.
  const newest = told.filter(({ point }, at) => !told.slice(at + 1).some((later) => later.point.title === point.title));
  const open = newest.filter((one) => one.isOpen);
  const items = open.map(({ point, turn }) => ({
    text: `${OPEN}: ${describePoint(point)}`,
    from: { by: 'user' as const, turn },
  }));
  const dealtWith = newest.length - open.length;
  // Where nothing is open, nothing is to be said.
  const rest =
    dealtWith === 0 || open.length === 0 ? [] : [{ text: dealtWithWords(dealtWith), from: { by: 'session' as const } }];
  return bounded([...items, ...rest], BOUNDS.pasted_findings);
}

export const OPEN = 'Open';

function dealtWithWords(count: number): string {
  return `${count} other ${count === 1 ? 'pasted point' : 'pasted points'}: addressed or answered`;
}

function describePoint({ title, severity, place, from }: PastedPoint): string {
  const about = from === 'log' ? [] : [severity, place].filter((word) => word !== '');
  return about.length === 0 ? title : `${title} (${about.join(', ')})`;
}

/** No edit of its file, no check that passed after an edit, and no word of the agent about it. */
function isOpen(view: SessionView, point: PastedPoint, since: number): boolean {
  const later = view.calls.filter(({ turn }) => turn >= since);
  // Who still has the trouble of a log says so again.
  if (point.from === 'log' && view.turns.length - since >= FORGOTTEN_TURNS) return false;
  if (point.from === 'log' && wasRunAnew(view, since)) return false;
  if (point.from === 'log' ? isGreenAfterEdit(later) : isEdited(later, point.place)) return false;
  const spoken = view.turns
    .filter(({ number }) => number >= since)
    .flatMap(({ turn }) =>
      turn.steps.flatMap((step) => (step.kind === 'text' ? splitSentences(withoutPastes(step.text)) : [])),
    )
    .filter((sentence) => speaksOf(sentence, point));
  return !spoken.some((sentence) => ANSWERED.test(sentence) || (FIXED.test(sentence) && point.place === ''));
}

/** Where one point is all that a prompt is about, what was edited for the prompt is edited for it. */
function wasWorkedOn(view: SessionView, { number, kind }: TurnView): boolean {
  const until = view.turns.find((turn) => turn.number > number && turn.kind === 'goal')?.number ?? Number.MAX_VALUE;
  return kind === 'goal' && isGreenAfterEdit(view.calls.filter(({ turn }) => turn >= number && turn < until));
}

const FORGOTTEN_TURNS = 3;

/** `user@host app % make`, as a terminal shows it. */
const TYPED_AT_SHELL = /^(?:\S{1,60}@\S.{0,80} [%$#]|[$❯➜]) \S/m;

/** The user pasted the same terminal again, and nothing in it failed. */
function wasRunAnew({ turns }: SessionView, since: number): boolean {
  return turns
    .slice(since)
    .some(({ turn: { prompt } }) => TYPED_AT_SHELL.test(prompt) && pastedPoints(prompt).length === 0);
}

function isEdited(calls: readonly CallView[], place: string): boolean {
  const path = place.replace(/:\d+$/, '');
  return path !== '' && calls.some((entry) => isEdit(entry) && entry.paths.some((one) => samePath(one, path)));
}

function isGreenAfterEdit(calls: readonly CallView[]): boolean {
  const edit = calls.findIndex(isEdit);
  if (edit < 0) return false;
  const isCheck = ({ call }: CallView) => ['test', 'build', 'lint'].includes(commandKind(call.command ?? ''));
  return calls.slice(edit).some((entry) => isCheck(entry) && entry.call.result === 'ok' && !entry.failed);
}

function speaksOf(sentence: string, { title }: PastedPoint): boolean {
  const [about, said] = [subjectWords(title), subjectWords(sentence)];
  const common = [...about].filter((word) => said.has(word)).length;
  return common >= 2 && common * 2 >= about.size;
}
