import type { Step } from '../core/session.ts';
import type { Moment } from './moments.ts';
import type { SessionView } from './session-view.ts';

/** What a subagent reported. */
export interface SubagentReport {
  readonly text: string;
  /** What it was started for. */
  readonly task: string;
  /** Where it was started: it knows of nothing that came later. */
  readonly moment: Moment;
}

/** What subagents of turns that are over reported: where things are may still be so. */
export function olderReports(view: SessionView): SubagentReport[] {
  const newest = new Set(untoldReports(view).map(({ text }) => text));
  return allReports(view).filter(({ text }) => !newest.has(text));
}

/** What subagents reported and the agent has not told in its own words yet: it may find that they were wrong. */
export function untoldReports(view: SessionView): SubagentReport[] {
  const last = view.turns.at(-1);
  if (last === undefined || last.finished) return [];
  const planned = planApprovedAt(last.turn.steps);
  return allReports(view).filter(({ moment }) => moment.turn === last.number && moment.step > planned);
}

/** The step of a turn at which the user approved a plan, which took up what was reported for it; -1 where there is none. */
export function planApprovedAt(steps: readonly Step[]): number {
  return steps.findLastIndex(
    (step) => step.kind === 'tool' && /^exit_?plan_?mode$/i.test(step.call.tool) && step.call.result === 'ok',
  );
}

function allReports({ turns, session }: SessionView): SubagentReport[] {
  const starts = turns.flatMap(({ turn, number }) =>
    turn.steps.flatMap((step, at) =>
      step.kind === 'tool' && step.call.action === 'agent'
        ? [{ turn: number, step: at, failed: step.call.result === 'failed' }]
        : [],
    ),
  );
  const started = starts.length === 0 ? [] : session.subagents.slice(-starts.length);
  const moments = starts.slice(-started.length);
  return started.flatMap(({ result, description }, at) => {
    const moment = moments[at];
    return result === undefined || moment === undefined || moment.failed
      ? []
      : [{ text: result, task: description, moment }];
  });
}
