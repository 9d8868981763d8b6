import { stripControls } from '../core/strip-controls.ts';
import type { SavedByHook } from '../local/session-record.ts';

/** `Checkpoint saved: SUMMARY (42: 3 files, +127 -4)` */
export function savedNotice(saved: SavedByHook): string {
  return `Checkpoint saved: ${oneLine(saved.summary)} (${saved.number}: ${amount(saved)})${sent(saved)}`;
}

/** A save of a turn is silent, unless the session left this machine with it. */
export function sentNotice(saved: SavedByHook): string | undefined {
  return saved.sentTo === undefined ? undefined : `Checkpoint ${saved.number}${sent(saved)}`;
}

function sent({ sentTo }: SavedByHook): string {
  return sentTo === undefined ? '' : `: sent a digest of the session to ${sentTo}`;
}

/** What prompt mode tells and asks, after the fact: /clear itself can neither be stopped nor asked about. */
export function pendingNotice(saved: SavedByHook): string {
  const since = saved.since === undefined ? 'Work was not saved yet' : `Work changed since checkpoint ${saved.since}`;
  return `${since}: ${amount(saved)}. Saved as ${saved.number}${sent(saved)}.\n${howToDecide(saved.number)}`;
}

export function howToDecide(number: number): string {
  return `Keep it: \`git checkpoint keep ${number}\` · Drop it: \`git checkpoint drop ${number}\``;
}

/** For the model: a pending checkpoint is the user's to decide about. */
export function pendingQuestion(number: number): string {
  return (
    `Checkpoint ${number} is pending: it was saved without asking when the last session ended. ` +
    `The user has not confirmed this checkpoint yet; you may ask once. ` +
    `\`git checkpoint keep ${number}\` keeps it, \`git checkpoint drop ${number}\` removes it.`
  );
}

function amount({ files, added, removed }: SavedByHook): string {
  return `${files} file${files === 1 ? '' : 's'}, +${added} -${removed}`;
}

export function oneLine(text: string): string {
  return stripControls(text).replace(/\s+/g, ' ').slice(0, 200);
}
