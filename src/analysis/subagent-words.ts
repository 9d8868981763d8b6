import { cutLines } from '../core/cut-lines.ts';
import type { Step } from '../core/session.ts';
import { flatProse } from './flat-prose.ts';
import { type Brought, TELLING } from './said-words.ts';
import type { SessionView } from './session-view.ts';

const MAX_REPORT = 1800;
const MAX_ORDERS = 1500;

/** Of a turn without an end: what subagents reported and the agent has not told yet, and what those that are still at work were told. */
export function subagentWords({ turns, session }: SessionView): Brought[] {
  const last = turns.at(-1);
  if (last === undefined || last.finished) return [];
  const { steps } = last.turn;
  const starts = steps.flatMap((step, at) => (step.kind === 'tool' && step.call.action === 'agent' ? [at] : []));
  const subagents = starts.length === 0 ? [] : session.subagents.slice(-starts.length);
  return subagents.flatMap(({ description, orders, result }, at) => {
    const step = starts.at(at - subagents.length) ?? 0;
    const started = steps[step];
    if (started?.kind !== 'tool' || started.call.result === 'failed' || isTold(steps.slice(step + 1))) return [];
    if (result !== undefined)
      return [{ step, text: `Subagent "${description}" reported:\n${cutLines(flatProse(result), MAX_REPORT)}` }];
    if (orders === undefined || started.call.result !== 'open') return [];
    return [
      {
        step,
        text: `A subagent is at work on "${description}" with these orders:\n${cutLines(flatProse(orders), MAX_ORDERS)}`,
      },
    ];
  });
}

function isTold(later: readonly Step[]): boolean {
  return later.some((step) => step.kind === 'text' && step.text.length >= TELLING);
}
