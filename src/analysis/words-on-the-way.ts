import { doneAfter } from './done-after.ts';
import { claimedIn, isTelling, type Place, type Said, toldText } from './said-words.ts';
import type { TurnView } from './session-view.ts';

/** What was said last is all that is known of where such a turn stands: the very last words whatever they say. */
const RUNNING = 12;
const NEAREST = 3;

/** Of a turn without an end, what the agent said and what it did then: nothing else tells how far it has come. */
export function wordsOnTheWay(view: TurnView, place: Place): Said[] {
  const { steps } = view.turn;
  const last = steps.findLastIndex((step) => step.kind === 'text');
  const spoken = steps.flatMap((step, at) =>
    step.kind === 'text' ? [{ step: at, ...toldText(step.text, place, at === last), done: doneAfter(view, at) }] : [],
  );
  const told = spoken.flatMap(({ step, text, most, done }, at) => {
    const left = spoken.length - at;
    const isNear = left <= NEAREST || (left <= RUNNING && (done !== '' || isTelling(text)));
    const words = isNear ? text : claimedIn(text);
    if (words === '' || text === spoken[at + 1]?.text) return [];
    const then = isNear && done !== '' ? `\n(then: ${done})` : '';
    return [{ by: 'agent' as const, turn: view.number, text: `${words}${then}`, minor: false, most, step }];
  });
  const brought = place.brought.map(({ step, text }) => ({
    by: 'agent' as const,
    turn: view.number,
    text,
    minor: false,
    most: text.length,
    step,
  }));
  return [...told, ...brought].toSorted((one, other) => one.step - other.step).map(({ step: _step, ...said }) => said);
}
