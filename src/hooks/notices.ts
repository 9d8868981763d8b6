import { age } from '../core/age.ts';
import type { Checkpoint } from '../core/checkpoint.ts';
import { count } from '../core/count.ts';
import { showBytes } from '../core/size.ts';
import { stripControls } from '../core/strip-controls.ts';
import type { SavedByHook } from '../local/session-record.ts';
import type { UnfinishedWork } from '../repository/resume.ts';

/** `Checkpoint saved: SUMMARY (42: 3 files, +127 -4)` */
export function savedNotice(saved: SavedByHook): string {
  return `Checkpoint saved: ${oneLine(saved.summary)} (${saved.number}: ${amount(saved)})${sent(saved)}`;
}

/** A save of a turn is silent, unless the session left this machine with it. */
export function sentNotice(saved: SavedByHook): string | undefined {
  return saved.sentTo === undefined ? undefined : `Checkpoint ${saved.number}${sent(saved)}`;
}

/** What a save had to leave out because it could not be read. */
export function unreadableNotice({ number, unreadable = [] }: SavedByHook): string | undefined {
  return unreadable.length === 0 ? undefined : `Checkpoint ${number} was saved without ${unreadable.join(', ')}`;
}

function sent({ sentTo }: SavedByHook): string {
  return sentTo === undefined ? '' : `: sent a digest of the session to ${sentTo}`;
}

/**
 * What is told after a session was cleared or ended. In prompt mode it also asks, after the fact: /clear itself can neither be stopped
 * nor asked about.
 */
export function endNotice(saved: SavedByHook, now: Date): string {
  const isNew = ['clear', 'session-end', 'compact'].includes(saved.trigger);
  const lines = [
    ...(isNew && saved.trigger !== 'compact' && saved.files > 0 ? [changeSince(saved, now)] : []),
    `Checkpoint saved: ${oneLine(saved.summary)} (${isNew ? saved.number : alreadySaved(saved, now)}: ${holdings(saved)})${sent(saved)}`,
    ...leftOutLine(saved),
    ...(saved.pending && saved.files > 0 ? [howToDecide(saved.number)] : []),
  ];
  return lines.join('\n');
}

/** `Work changed since checkpoint 41 (45 minutes ago). Files changed: 3, Lines added: 127, Lines removed: 4` */
export function changeSince(
  { since, sinceAt, ...changed }: Pick<SavedByHook, 'since' | 'sinceAt' | 'files' | 'added' | 'removed'>,
  now: Date,
): string {
  const { files, added, removed } = changed;
  const last = sinceAt === undefined ? '' : ` (${agoTo(sinceAt, now)})`;
  const what = since === undefined ? 'Work was not saved yet' : `Work changed since checkpoint ${since}${last}`;
  return `${what}. Files changed: ${files}, Lines added: ${added}, Lines removed: ${removed}`;
}

function alreadySaved({ number, at }: SavedByHook, now: Date): string {
  return `already saved as ${number}, ${agoTo(at, now)}`;
}

/** To the second: who clears right after a turn wants to know that it is this turn that was saved. */
function agoTo(time: string, now: Date): string {
  const seconds = Math.floor((now.getTime() - Date.parse(time)) / 1000);
  return seconds >= 1 && seconds < 60 ? `${count(seconds, 'second')} ago` : age(new Date(time), now);
}

function holdings(saved: SavedByHook): string {
  const { nextSteps = 0, decisions = 0, bytes = 0 } = saved;
  return [
    amount(saved),
    ...(nextSteps > 0 ? [count(nextSteps, 'next step')] : []),
    ...(decisions > 0 ? [count(decisions, 'decision')] : []),
    ...(bytes > 0 ? [showBytes(bytes)] : []),
  ].join(', ');
}

function leftOutLine({ leftOut = [], leftOutBeside = 0 }: SavedByHook): string[] {
  if (leftOut.length === 0) return [];
  const beside = leftOutBeside === 0 ? [] : [`${count(leftOutBeside, 'more file')}`];
  return [`Not captured: ${[...leftOut.map(oneLine), ...beside].join(', ')}`];
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

/** What a session that never ended left was saved by the next one. */
export function recoveredNotice({ number, note }: Pick<Checkpoint, 'number' | 'note'>): string {
  return `A session ended without saying so. What it left is saved: ${oneLine(note.summary)} (checkpoint ${number})`;
}

/** A line for each piece of work that was left unfinished beside the one that is resumed. */
export function describeOtherWork(others: readonly UnfinishedWork[], now: Date): string[] {
  return others.map(({ checkpoint: { number, note }, isRunning }) => {
    const state = isRunning ? 'another session is at it' : `saved ${age(new Date(note.created), now)}`;
    return `Also unfinished: ${clip(oneLine(note.analysis.session_intent || note.summary))} (${state}), \`git checkpoint resume ${number}\``;
  });
}

const MAX_SUMMARY = 100;

function clip(text: string): string {
  return text.length > MAX_SUMMARY ? `${text.slice(0, MAX_SUMMARY - 1)}…` : text;
}

function amount({ files, added, removed }: SavedByHook): string {
  return `${count(files, 'file')}, +${added} -${removed}`;
}

export function oneLine(text: string): string {
  return stripControls(text).replace(/\s+/g, ' ').slice(0, 200);
}
