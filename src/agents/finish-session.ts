import { defined } from '../core/defined.ts';
import type { Answer, Session, Step, Turn } from '../core/session.ts';
import type { DraftState, DraftStep, DraftTurn } from './draft-state.ts';
import { SessionDraft } from './session-draft.ts';

interface SessionOrigin {
  readonly agent: string;
  readonly transcript?: string;
}

/** The session that a draft holds, without what only the reader needs. */
export function finishSession(draft: SessionDraft, origin: SessionOrigin): Session {
  const state = inUse(draft);
  const { letGo, ...counts } = state.counts;
  return {
    ...origin,
    ...state.head,
    turns: state.turns.map(finishTurn),
    todos: state.todos.map((todo) => ({ ...todo })),
    ...(state.todosLeftOut?.count ? { todosLeftOut: state.todosLeftOut.count } : {}),
    ...(state.finished.length === 0 ? {} : { finished: state.finished.map(({ text }) => text) }),
    plans: state.plans.map(({ text, approved }) => ({ text, approved })),
    answers: state.answers.map(({ question, header, answer, meaning, options, id }) =>
      defined({
        question,
        header,
        answer,
        meaning,
        asked: callOf(state, id),
        options: answer === undefined ? options : undefined,
      }),
    ),
    compactions: state.compactions.map(({ text }) => text),
    subagents: state.subagents.map(({ description, orders, result, edited, todos, read, ran, said }) => ({
      ...defined({ description, orders, result, edited, todos }),
      ...(result === undefined ? defined({ read, ran, said }) : {}),
    })),
    reading: letGo > 0 ? { ...counts, letGo } : counts,
  };
}

/** Where the call with this id stands; undefined when its turn was let go. */
function callOf({ turns }: DraftState, id: string | undefined): Answer['asked'] {
  for (const [at, { steps }] of turns.entries()) {
    const call = steps
      .filter(({ kind }) => kind === 'tool')
      .findIndex((step) => step.kind === 'tool' && step.id === id);
    if (call >= 0 && id !== undefined) return { turn: at + 1, call: call + 1 };
  }
  return undefined;
}

/** The state without the turns that the user left. */
function inUse({ state }: SessionDraft): DraftState {
  if (state.leftFrom === undefined) return state;
  const copy = new SessionDraft(structuredClone(state));
  copy.rewindTo(state.leftFrom);
  return copy.state;
}

function finishTurn(turn: DraftTurn): Turn {
  const { prompt, time, steps, outcome, error, running, orders, planning, recap, thought: last } = turn;
  const thought = outcome === 'open' ? last : undefined;
  return {
    prompt,
    ...defined({ time }),
    steps: steps.map(finishStep),
    outcome,
    ...defined({ error, running, orders, planning, recap, thought }),
  };
}

function finishStep(step: DraftStep): Step {
  const time = defined({ time: step.time });
  return step.kind === 'text'
    ? { kind: 'text', text: step.text, ...time }
    : { kind: 'tool', call: { ...step.call, paths: [...step.call.paths] }, ...time };
}
