import { CHECKPOINTS, LEDGER, NOTES, TRACKING } from '../store/refs.ts';

/** The remote-tracking refs. Nothing is ever fetched into `refs/checkpoints` itself. */
interface TrackingRefs {
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

/** The remote-tracking ref of one ref of ours. */
export function trackingRefOf(remote: string, ref: string): string {
  const to = trackingRefs(remote);
  if (ref === NOTES) return to.notes;
  return ref === LEDGER ? to.ledger : `${to.checkpoints}${ref.slice(CHECKPOINTS.length)}`;
}

export function refspecOf(remote: string, ref: string): string {
  return `+${ref}:${trackingRefOf(remote, ref)}`;
}
