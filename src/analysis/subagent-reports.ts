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

/** What subagents reported and the agent has not told in its own words yet: it may find that they were wrong. */
export function untoldReports({ turns, session }: SessionView): SubagentReport[] {
  const last = turns.at(-1);
  if (last === undefined || last.finished) return [];
  const starts = last.turn.steps.flatMap((step, at) =>
    step.kind === 'tool' && step.call.action === 'agent'
      ? [{ turn: last.number, step: at, failed: step.call.result === 'failed' }]
      : [],
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
