import type { RecentCommand } from './note.ts';

const words = { ok: 'ok', failed: 'failed', refused: 'not permitted', unfinished: 'result not recorded' } as const;

/** `npm test → exit 1: expected 200, got 401`, `ls src → ok: a.ts · b.ts` */
export function describeCommand({ command, exit, outcome, error, result }: RecentCommand): string {
  // Who said no is more than that somebody did.
  if (outcome === 'refused' && result !== undefined) return `${command} → ${result}`;
  const status = exit === 0 ? 'ok' : `exit ${exit}`;
  const ending =
    outcome === undefined && exit === undefined ? '' : ` → ${outcome === undefined ? status : words[outcome]}`;
  const told = error ?? result;
  return `${command}${ending}${told === undefined ? '' : `: ${told}`}`;
}

export function hasFailed({ exit, outcome }: RecentCommand): boolean {
  return outcome === undefined ? exit !== undefined && exit !== 0 : outcome === 'failed';
}

export function hasPassed({ exit, outcome }: RecentCommand): boolean {
  return outcome === undefined ? exit === 0 : outcome === 'ok';
}
