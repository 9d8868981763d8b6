import { BOUNDS, bounded } from './bounds.ts';
import { commandKind } from './command-kind.ts';
import { type PastedPoint, pastedPoints } from './pasted-points.ts';
import { splitSentences, subjectWords, withoutPastes } from './sentences.ts';
import { type CallView, type Item, isEdit, type SessionView, samePath } from './session-view.ts';

const ANSWERED =
  /\b(?:false positive|not a (?:real )?(?:bug|problem|issue)|by design|on purpose|intentional(?:ly)?|no change (?:is )?needed|won['’]t (?:fix|change)|declin(?:e|ed|ing)|not reproducible|does(?:n['’]t| not) apply|already (?:handled|fixed|covered|done)|out of scope|leav(?:e|ing) (?:it|this|that) as)\b/i;
const MENDED = /\b(?:fix(?:ed|es)|address(?:ed|es)|resolv(?:ed|es)|handled|mended|corrected|now)\b/i;

/** What pasted reviews and logs say is wrong, what is open first, and what became of the rest. */
export function findPastedFindings(view: SessionView): Item[] {
  const told = view.turns.flatMap((turn) =>
    pastedPoints(turn.turn.prompt).map((point) => ({
      point,
      turn: turn.number,
      state: stateOf(view, point, turn.number),
    })),
  );
  // What is pasted again is what is left of it.
  const newest = told.filter(({ point }, at) => !told.slice(at + 1).some((later) => later.point.title === point.title));
  const isOpen = ({ state }: (typeof told)[number]) => state === OPEN;
  const items = [...newest.filter(isOpen), ...newest.filter((one) => !isOpen(one))].map(({ point, turn, state }) => ({
    text: `${state}: ${describePoint(point)}`,
    from: { by: 'user' as const, turn },
  }));
  return bounded(items, BOUNDS.pasted_findings);
}

export const OPEN = 'Open';

function describePoint({ title, severity, place, from }: PastedPoint): string {
  const about = from === 'log' ? [] : [severity, place].filter((word) => word !== '');
  return about.length === 0 ? title : `${title} (${about.join(', ')})`;
}

/** An edit of its file, a check that passed after an edit, or the agent's word about it. */
function stateOf(view: SessionView, point: PastedPoint, since: number): string {
  const later = view.calls.filter(({ turn }) => turn >= since);
  const mended = point.from === 'log' ? greenAfterEdit(later) : editOf(later, point.place);
  if (mended !== undefined) return `Addressed in turn ${mended}`;
  const spoken = view.turns
    .filter(({ number }) => number >= since)
    .flatMap(({ number, turn }) =>
      turn.steps.flatMap((step) =>
        step.kind === 'text'
          ? splitSentences(withoutPastes(step.text)).map((sentence) => ({ sentence, turn: number }))
          : [],
      ),
    )
    .filter(({ sentence }) => speaksOf(sentence, point));
  const answered = spoken.findLast(({ sentence }) => ANSWERED.test(sentence));
  if (answered !== undefined) return `Answered in turn ${answered.turn}`;
  const said = spoken.findLast(({ sentence }) => MENDED.test(sentence) && point.place === '');
  return said === undefined ? OPEN : `Addressed in turn ${said.turn}`;
}

function editOf(calls: readonly CallView[], place: string): number | undefined {
  const path = place.replace(/:\d+$/, '');
  return path === ''
    ? undefined
    : calls.find((entry) => isEdit(entry) && entry.paths.some((one) => samePath(one, path)))?.turn;
}

function greenAfterEdit(calls: readonly CallView[]): number | undefined {
  const edit = calls.findIndex(isEdit);
  if (edit < 0) return undefined;
  const isCheck = ({ call }: CallView) => ['test', 'build', 'lint'].includes(commandKind(call.command ?? ''));
  return calls.slice(edit).find((entry) => isCheck(entry) && entry.call.result === 'ok' && !entry.failed)?.turn;
}

function speaksOf(sentence: string, { title }: PastedPoint): boolean {
  const [about, said] = [subjectWords(title), subjectWords(sentence)];
  const common = [...about].filter((word) => said.has(word)).length;
  return common >= 2 && common * 2 >= about.size;
}
