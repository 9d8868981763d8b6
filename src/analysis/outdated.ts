import { isAdvice } from './advice.ts';
import type { AgentSentence } from './agent-sentences.ts';
import { claimIn } from './claims.ts';
import { isDisowned, isUnchecked } from './disowned.ts';
import { isGuess } from './guess.ts';
import { isHazard, isRecommendation } from './lasting.ts';
import { isWork } from './later.ts';
import { isLater, type Moment } from './moments.ts';
import { isPassing } from './passing-state.ts';
import { isRejected, rejectionsIn } from './rejected.ts';
import { editsOf, isEditedSince, isOfEditedFile, isReplaced } from './replaced.ts';
import { goodRunsOf, wentWellSince } from './run-since.ts';
import type { SessionView } from './session-view.ts';
import { isSettled, saidDone } from './settled.ts';

/** Tells of each sentence whether what happened since has made it untrue, or old. */
export function outdatedIn(
  view: SessionView,
  sentences: readonly AgentSentence[],
): (sentence: AgentSentence) => boolean {
  const [edits, runs, rejections] = [editsOf(view), goodRunsOf(view), rejectionsIn(view.turns)];
  const progress = { turns: view.turns, edits, done: saidDone(sentences) };
  const [end, last] = [endOf(view), view.turns.length];
  const worked = lastWork(view);
  const claimed = sentences.findLast(({ text, place }) => place !== 'handed' && claimIn(text) !== '')?.moment;
  return (sentence) => {
    const { text, place, moment } = sentence;
    if (isDisowned(sentence)) return true;
    if (place === 'handed') return isAdvice(text) || isReplaced(text, moment, edits);
    return (
      isEditedSince(text, moment, edits) ||
      isOfEditedFile(text, moment, edits) ||
      (moment.turn < last && isUnchecked(sentence)) ||
      isToldInReport(view, sentence) ||
      (moment.turn < worked.turn && isAdvice(text)) ||
      (isLater(end, moment) && isPassing(text, isLater(worked, moment) && !isHazard(text))) ||
      isReplaced(text, moment, edits) ||
      isSettled(sentence, progress) ||
      // Whoever guesses goes on to look, and says what it was.
      (claimed !== undefined && isLater(claimed, moment) && isGuess(text) && !isRecommendation(text)) ||
      wentWellSince(text, moment, runs) ||
      isRejected(sentence, rejections)
    );
  };
}

/** Shorter closing words are no report. */
const REPORT = 300;

/** Said on the way to a report, in a turn that the user has gone on from: what still mattered then is in the report. */
function isToldInReport({ turns }: SessionView, { text, place, moment }: AgentSentence): boolean {
  const turn = turns[moment.turn - 1];
  const isOver = moment.turn < turns.length && turn?.finished === true && turn.closing.length >= REPORT;
  return isOver && place === 'commentary' && !isHazard(text) && !isRecommendation(text);
}

/** The last step of the session. */
function endOf({ turns }: SessionView): Moment {
  const last = turns.at(-1);
  return { turn: last?.number ?? 0, step: (last?.turn.steps.length ?? 0) - 1 };
}

/** The last step that was more than looking around. */
function lastWork({ turns }: SessionView): Moment {
  const turn = turns.findLast(({ calls }) => calls.some(isWork));
  const call = turn?.calls.findLast(isWork)?.call;
  const step = turn?.turn.steps.findLastIndex((one) => one.kind === 'tool' && one.call === call) ?? -1;
  return { turn: turn?.number ?? 0, step };
}
