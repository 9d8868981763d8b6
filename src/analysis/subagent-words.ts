import { cutLines } from '../core/cut-lines.ts';
import type { Step, Subagent } from '../core/session.ts';
import { flatProse } from './flat-prose.ts';
import { reportSections } from './report-sections.ts';
import { type Brought, TELLING } from './said-words.ts';
import { cutWords } from './sentences.ts';
import { nearPath, type SessionView } from './session-view.ts';
import { planApprovedAt } from './subagent-reports.ts';

/** Of one report, and of all. */
const MAX_REPORT = 2400;
const MAX_REPORTS = 5000;
const MAX_ORDERS = 400;
const MAX_NAMED = 12;
const MAX_RAN = 100;
const MAX_SAID = 600;

/** Of a turn without an end: what subagents reported and the agent has not told yet, and how far those had come that had not reported. */
export function subagentWords({ turns, session }: SessionView): Brought[] {
  const last = turns.at(-1);
  if (last === undefined || last.finished) return [];
  const { steps } = last.turn;
  const planned = planApprovedAt(steps);
  const starts = steps.flatMap((step, at) => (step.kind === 'tool' && step.call.action === 'agent' ? [at] : []));
  const subagents = starts.length === 0 ? [] : session.subagents.slice(-starts.length);
  const stepOf = (at: number) => starts.at(at - subagents.length) ?? 0;
  const reports = subagents.filter(({ result }, at) => result !== undefined && stepOf(at) > planned).length;
  const room = Math.min(MAX_REPORT, Math.floor(MAX_REPORTS / Math.max(1, reports)));
  return subagents.flatMap((subagent, at) => {
    const { description, result } = subagent;
    const step = stepOf(at);
    const started = steps[step];
    if (started?.kind !== 'tool' || started.call.result === 'failed' || isTold(steps.slice(step + 1))) return [];
    if (result !== undefined && step < planned)
      return [{ step, text: `Subagent "${description}" worked for the plan that was approved then.` }];
    if (result !== undefined)
      return [{ step, text: `Subagent "${description}" reported:\n${reportSections(result, last.words, room)}` }];
    return started.call.result === 'open' ? [{ step, text: outWords(subagent, session.cwd ?? '') }] : [];
  });
}

/** One that had not come back runs no more where the session was cut off; all of its orders stand in the transcript. */
function outWords({ description, orders, read, ran, edited, said }: Subagent, cwd: string): string {
  const paths = (some: readonly string[] = []) => {
    const more = some.length > MAX_NAMED ? ` and ${some.length - MAX_NAMED} more` : '';
    return `${some
      .slice(0, MAX_NAMED)
      .map((path) => nearPath(path, cwd))
      .join(', ')}${more}`;
  };
  const here = (command: string) => (cwd === '' ? command : command.replaceAll(`${cwd}/`, '').replaceAll(cwd, '.'));
  const line = (label: string, words = '') => (words === '' ? [] : [`${label}: ${words}`]);
  return [
    `Subagent "${description}" had not reported when this was saved; if nothing runs it any more, start it again.`,
    ...line('Its orders', orders && cutWords(flatProse(orders).replace(/\s*\n/g, ' '), MAX_ORDERS)),
    ...line('It had read', paths(read)),
    ...line('It had run', ran?.map((command) => `\`${cutWords(here(command), MAX_RAN)}\``).join(', ')),
    ...line('It had edited', paths(edited)),
    ...line('It said last', said && cutLines(flatProse(said), MAX_SAID)),
  ].join('\n');
}

function isTold(later: readonly Step[]): boolean {
  return later.some((step) => step.kind === 'text' && step.text.length >= TELLING);
}
