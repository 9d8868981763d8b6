import { isAdvice } from './advice.ts';
import type { AgentSentence } from './agent-sentences.ts';
import { claimIn } from './claims.ts';
import { isGuess } from './guess.ts';
import { isHazard, isRecommendation } from './lasting.ts';
import { isWork } from './later.ts';
import { isLater, type Moment } from './moments.ts';
import { isPassing } from './passing-state.ts';
import { isRejected, rejectionsIn } from './rejected.ts';
import { editsOf, isEditedSince, isReplaced } from './replaced.ts';
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
  const end = endOf(view);
  const worked = lastWork(view);
  const claimed = sentences.findLast(({ text, place }) => place !== 'handed' && claimIn(text) !== '')?.moment;
  return (sentence) => {
    const { text, place, moment } = sentence;
    if (place === 'handed') return isAdvice(text) || isReplaced(text, moment, edits);
    return (
      isEditedSince(text, moment, edits) ||
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
