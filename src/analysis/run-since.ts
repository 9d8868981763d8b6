import { commandKind } from './command-kind.ts';
import { hasFailed } from './command-outcome.ts';
import { isLater, type Moment, stepsOf } from './moments.ts';
import type { SessionView } from './session-view.ts';

export interface GoodRun {
  readonly at: Moment;
  readonly command: string;
}

/** Every command that went well, oldest first. */
export function goodRunsOf(view: SessionView): GoodRun[] {
  return stepsOf(view, (step) =>
    step.kind === 'tool' && step.call.result === 'ok' && !hasFailed(step.call) ? [step.call.command ?? ''] : [],
  ).flatMap(({ at, what }) => (what === '' ? [] : [{ at, command: what }]));
}

const NOT_RUN =
  /\b(?:did(?:n['’]t| not)|have(?:n['’]t| not)|was(?:n['’]t| not)|were(?:n['’]t| not)|could(?:n['’]t| not)|not yet) (?:yet |be )?(?:run|ran|test|verif|check|buil|install|deploy|execut)|\buntested\b|\bunverified\b/i;
const FAILS = /\b(?:fail(?:s|ed|ing)?|blocked|errors?|broken|crash(?:es|ed)?|is needed|hangs?)\b/i;

/** Whether a sentence says that something was not run, or failed, which went well since. */
export function wentWellSince(text: string, since: Moment, runs: readonly GoodRun[]): boolean {
  if (!NOT_RUN.test(text) && !FAILS.test(text)) return false;
  const later = runs.filter(({ at }) => isLater(at, since));
  const named = [...text.matchAll(/`([^`\n]{3,80})`/g)]
    .map(([, code = '']) => code.trim())
    .filter((code) => code.includes(' '));
  if (NOT_RUN.test(text) && /\btests?\b/i.test(text))
    return later.some(({ command }) => commandKind(command) === 'test');
  return named.length > 0 && named.every((name) => later.some(({ command }) => command.includes(name)));
}
