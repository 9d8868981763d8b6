import type { DraftCall, DraftState, DraftStep, DraftTurn } from './draft-state.ts';
import { LIMITS, shortened } from './kept-text.ts';

/** How many of the newest steps keep how much. Older ones are let go; prompts stay. */
const WHOLE = 80;
const OUTLINED = 400;
const LISTED = 2000;
const FOLD_EVERY = 100;

const NEWEST_PROMPTS = 40;
const MAX_TURNS = 600;
const FIRST_TURNS = 5;
const ANCHORS_OF_A_TURN = 64;
const ANCHORS_OF_AN_OLD_TURN = 8;
const MAX_ENTRIES = 100;

/**
 * Keeps the draft bounded whatever the transcript's length: newest steps whole, older ones in outline, the oldest gone.
 * It depends on the records alone, never on how the file was cut into reads, so that every way of reading agrees.
 * Answers the steps that it let go.
 */
export function foldDraft(state: DraftState): readonly DraftStep[] {
  const turn = state.turns.at(-1);
  if (turn !== undefined) trimAnchors(turn, ANCHORS_OF_A_TURN);
  state.stepsSinceFolding += 1;
  if (state.stepsSinceFolding < FOLD_EVERY) return [];
  state.stepsSinceFolding = 0;
  const gone = [...foldSteps(state), ...foldTurns(state)];
  for (const list of [state.plans, state.answers, state.compactions, state.subagents]) keepNewest(list);
  return gone;
}

function foldSteps(state: DraftState): readonly DraftStep[] {
  let age = 0;
  const gone: DraftStep[] = [];
  for (const turn of state.turns.toReversed()) {
    gone.push(...turn.steps.splice(0, Math.max(0, age + turn.steps.length - LISTED)));
    for (let at = turn.steps.length - 1; at >= 0; at -= 1, age += 1) {
      const step = turn.steps[at];
      if (step !== undefined && age >= WHOLE) shorten(step, age >= OUTLINED, at === turn.steps.length - 1);
    }
  }
  state.counts.letGo += gone.length;
  return gone;
}

/** A turn's last text says how it ended, so it keeps more. */
function shorten(step: DraftStep, listed: boolean, last: boolean): void {
  if (step.kind === 'tool') shortenCall(step.call, listed);
  else step.text = shortened(step.text, (listed ? 200 : 800) * (last ? 2 : 1));
}

function shortenCall(call: DraftCall, listed: boolean): void {
  const { output, change, command } = call;
  if (output !== undefined) call.output = shortened(output, listed ? 200 : 500);
  if (change !== undefined)
    call.change = { removed: shortened(change.removed, 250), added: shortened(change.added, 250) };
  if (command !== undefined) call.command = shortened(command, listed ? 200 : 600);
  if (!listed) return;
  delete call.change;
  if (call.result === 'ok') delete call.output;
}

function foldTurns(state: DraftState): readonly DraftStep[] {
  const { turns } = state;
  for (const turn of turns.slice(0, -1)) trimAnchors(turn, ANCHORS_OF_AN_OLD_TURN);
  for (const turn of turns.slice(FIRST_TURNS, -NEWEST_PROMPTS)) {
    turn.prompt = shortened(turn.prompt, LIMITS.olderPrompt);
    delete turn.todosBefore;
  }
  const gone = turns.splice(FIRST_TURNS, Math.max(0, turns.length - MAX_TURNS));
  state.counts.letGo += gone.length;
  return gone.flatMap((turn) => turn.steps);
}

function trimAnchors(turn: DraftTurn, most: number): void {
  if (turn.anchors.length > most) turn.anchors.splice(1, turn.anchors.length - most);
}

function keepNewest(list: unknown[]): void {
  if (list.length > MAX_ENTRIES) list.splice(0, list.length - MAX_ENTRIES);
}
