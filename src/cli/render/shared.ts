import { checkpointJson } from '../../core/checkpoint-json.ts';
import { count } from '../../core/count.ts';
import { ranges } from '../../core/ranges.ts';
import { showBytes } from '../../core/size.ts';
import { stripControls } from '../../core/strip-controls.ts';
import type { Remote } from '../../sync/remotes.ts';
import type { ShareOptions, ShareOutcome } from '../../sync/share.ts';

type PushSummary = Parameters<NonNullable<ShareOptions['beforePush']>>[0];

/** Where it goes and how much, before it goes. */
export function renderPushSummary({ remote, checkpoints, drops, notes, bytes }: PushSummary): string {
  const parts = [
    ...(checkpoints.length > 0
      ? [`${count(checkpoints.length, 'checkpoint')} (${ranges(checkpoints.map(({ number }) => number))})`]
      : []),
    ...(drops > 0 ? [`${count(drops, 'drop')}`] : []),
    ...(checkpoints.length === 0 && drops === 0 && notes > 0 ? [count(notes, 'changed note')] : []),
  ];
  return `To ${remote.name} (${stripControls(remote.url)}): ${parts.join(', ')}, ${showBytes(bytes)} before compression\n`;
}

/** What was done, one line a fact; nothing to do is one line too. */
export function renderShared(outcome: ShareOutcome): string {
  const { dryRun, remote } = outcome;
  const say = (done: string, would: string) => (dryRun ? would : done);
  const lines = [
    ...outcome.renumbered.map(
      ({ from, to }) =>
        `${say('Renumbered', 'Would renumber')} your checkpoint ${from} → ${to} ('${remote.name}' already has a ${from})`,
    ),
    ...range(say('Sent', 'Would send'), outcome.sent),
    ...range(say('Received', 'Would receive'), outcome.received),
    ...outcome.arrivals.filter(({ provenance }) => !provenance.trusted).map(describeArrival),
    ...range(say('Took over changed notes of', 'Would take over changed notes of'), outcome.reworded),
    ...outcome.keptApart.map(
      ({ number }) =>
        `'${remote.name}' has other words about your checkpoint ${number}: kept apart, see \`git checkpoint show ${number}\``,
    ),
    ...range(say('Dropped here', 'Would drop here'), outcome.droppedHere),
    ...range(`Dropped on '${remote.name}' and kept here`, outcome.retained),
    ...(outcome.retained.length > 0
      ? ['  They are yours or kept. To drop them here, too: `git checkpoint sync --accept-drops`']
      : []),
    ...range(say('Dropped there', 'Would drop there'), outcome.droppedThere),
    ...conversationLines(outcome),
    ...outcome.quarantined.map(({ number, why }) => `Rejected ${number}: ${stripControls(why)}`),
    ...(outcome.remembered ? [`Checkpoints will be shared with '${remote.name}'.`] : []),
  ];
  const changed = outcome.notesSent > 0 && outcome.sent.length + outcome.droppedThere.length === 0;
  if (changed) lines.push(`${say('Sent', 'Would send')} ${count(outcome.notesSent, 'changed note')}`);
  return lines.length === 0
    ? `Up to date with '${remote.name}' (${stripControls(remote.url)})\n`
    : `${lines.join('\n')}\n`;
}

function conversationLines({ conversations }: ShareOutcome): string[] {
  if (conversations === undefined) return [];
  const { sent, received, withheld } = conversations;
  return [
    ...(sent > 0 ? [`Sent ${count(sent, 'conversation')}`] : []),
    ...(received > 0 ? [`Received ${count(received, 'conversation')}`] : []),
    ...withheld.map((commit) => `Kept the conversation of commit ${commit.slice(0, 10)} here: it may hold a secret`),
  ];
}

function describeArrival({ checkpoint, provenance }: ShareOutcome['arrivals'][number]): string {
  const { name, email } = provenance.author;
  const signed = signatureWords(provenance);
  return `  ${checkpoint.number} by ${stripControls(name)} <${stripControls(email)}>, ${signed}: ${stripControls(checkpoint.note.summary)}`;
}

function signatureWords({ signed, signature }: ShareOutcome['arrivals'][number]['provenance']): string {
  if (signature === 'good') return 'good signature';
  if (signature === 'bad') return 'BAD signature';
  return signed ? 'signed by a key that you do not list' : 'unsigned';
}

function range(word: string, checkpoints: readonly { readonly number: number }[]): string[] {
  if (checkpoints.length === 0) return [];
  return [`${word} ${count(checkpoints.length, 'checkpoint')}: ${ranges(checkpoints.map(({ number }) => number))}`];
}

export function sharedJson(outcome: ShareOutcome): unknown {
  const { remote, dryRun, sent, received, droppedHere, droppedThere, renumbered, quarantined, summary, notesSent } =
    outcome;
  return {
    remote: remote satisfies Remote,
    dry_run: dryRun,
    sent,
    received,
    arrivals: outcome.arrivals.map(({ checkpoint, provenance }) => checkpointJson({ ...checkpoint, provenance })),
    dropped_here: droppedHere,
    dropped_there: droppedThere,
    reworded: outcome.reworded,
    kept_apart: outcome.keptApart,
    retained: outcome.retained,
    renumbered,
    quarantined,
    notes_sent: notesSent,
    conversations: outcome.conversations ?? null,
    attempts: outcome.attempts,
    objects: summary?.objects ?? 0,
    bytes: summary?.bytes ?? 0,
  };
}
