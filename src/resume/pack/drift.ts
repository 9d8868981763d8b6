import { count } from '../../core/count.ts';
import { clip } from './clip.ts';
import { names } from './named-files.ts';
import { oneLine } from './quote.ts';

/** What git says about the time since the checkpoint. */
export interface DriftFacts {
  /** Commits that HEAD has and the checkpoint's HEAD had not, newest first, at most a few. */
  readonly commits: readonly { readonly oid: string; readonly subject: string }[];
  /** How many there are in all, as far as they were counted. */
  readonly commitCount: number;
  /** There are still more: nobody waits for all of them to be counted. */
  readonly moreCommits?: boolean;
  /** HEAD no longer holds the commit that the checkpoint was made on, as after a reset or a rebase. */
  readonly rewound: boolean;
  /** Empty on a detached HEAD. */
  readonly branchThen: string;
  readonly branchNow: string;
  /** Whose content in the working tree is not the checkpoint's any more. */
  readonly changed: readonly string[];
  /** Changed in the checkpoint, and now as they were before it. */
  readonly reverted: readonly string[];
  /** Changed in the checkpoint, and committed so since. */
  readonly committed: readonly string[];
}

export function isUnchanged(facts: DriftFacts): boolean {
  const paths = [facts.changed, facts.reverted, facts.committed];
  return (
    facts.branchThen === facts.branchNow &&
    !facts.rewound &&
    facts.commitCount === 0 &&
    paths.every(({ length }) => length === 0)
  );
}

/** One to three lines on what happened since; the first thing that the next session must know. */
export function describeDrift(facts: DriftFacts, nextActions: readonly string[]): string[] {
  if (isUnchanged(facts)) return ['Nothing changed since.'];
  return [headLine(facts), filesLine(facts), actionsLine(facts, nextActions)].filter((line) => line !== '');
}

function headLine(facts: DriftFacts): string {
  const parts: string[] = [];
  if (facts.branchThen !== facts.branchNow)
    parts.push(`The branch is now ${branch(facts.branchNow)}, it was ${branch(facts.branchThen)}.`);
  if (facts.rewound) parts.push("HEAD no longer holds the checkpoint's commit (reset, rebase or another branch).");
  if (facts.commitCount > 0) {
    const shown = facts.commits
      .slice(0, 5)
      .map(({ oid, subject }) => `${oid.slice(0, 7)} ${clip(oneLine(subject), 72)}`);
    const more = facts.commitCount - shown.length;
    const rest = more > 0 ? `; and ${facts.moreCommits ? 'others' : `${more} more`}` : '';
    const over = facts.moreCommits ? 'more than ' : '';
    parts.push(`HEAD moved by ${over}${count(facts.commitCount, 'commit')}: ${shown.join('; ')}${rest}.`);
  }
  return parts.join(' ');
}

function filesLine(facts: DriftFacts): string {
  return [
    some('Changed since', facts.changed),
    some('Reverted since', facts.reverted),
    some('Already committed', facts.committed),
  ]
    .filter((words) => words !== '')
    .join(' ');
}

function actionsLine(facts: DriftFacts, nextActions: readonly string[]): string {
  const moved = [...facts.changed, ...facts.reverted];
  const touched = nextActions
    .map((action, index) => ({ number: index + 1, path: moved.find((path) => names(action, path)) }))
    .filter(({ path }) => path !== undefined)
    .slice(0, 3);
  return touched
    .map(({ number, path }) => `Next action ${number} names ${oneLine(path ?? '')}, which changed since: look again.`)
    .join(' ');
}

function some(words: string, paths: readonly string[]): string {
  if (paths.length === 0) return '';
  const shown = paths.slice(0, 6).map((path) => clip(oneLine(path), 120));
  const more = paths.length - shown.length;
  return `${words}: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}

function branch(name: string): string {
  return name === '' ? 'a detached HEAD' : oneLine(name);
}
