import { CHECKPOINTS, LEDGER, NOTES, TRACKING } from '../store/refs.ts';

/** Where this clone keeps what it saw at a remote. Nothing is ever fetched into `refs/checkpoints` itself. */
export interface TrackingRefs {
  /** Ends in `/`; a number follows. */
  readonly checkpoints: string;
  readonly notes: string;
  readonly ledger: string;
}

export function trackingRefs(remote: string): TrackingRefs {
  const base = `${TRACKING}${remote}/`;
  return { checkpoints: `${base}c/`, notes: `${base}notes`, ledger: `${base}ledger` };
}

/** Everything of ours at a remote. Globs, because a single ref that is not there yet would be an error. */
export function allRefspecs(remote: string, without: readonly number[]): string[] {
  const to = trackingRefs(remote);
  return [
    `+${CHECKPOINTS}*:${to.checkpoints}*`,
    `+${NOTES}*:${to.notes}*`,
    `+${LEDGER}*:${to.ledger}*`,
    ...without.map((number) => `^${CHECKPOINTS}${number}`),
  ];
}

/** The refspec of one ref of ours. */
export function refspecOf(remote: string, ref: string): string {
  const to = trackingRefs(remote);
  if (ref === NOTES) return `+${ref}:${to.notes}`;
  if (ref === LEDGER) return `+${ref}:${to.ledger}`;
  return `+${ref}:${to.checkpoints}${ref.slice(CHECKPOINTS.length)}`;
}
