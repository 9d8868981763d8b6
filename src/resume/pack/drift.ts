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
  /** In the checkpoint, and not on the disk any more. */
  readonly gone: readonly string[];
  /** The checkpoint that it is told against, when that is an earlier one than the pack is made from. */
  readonly since?: number;
  /** It was saved in another clone or worktree: what differs here need not have happened since. */
  readonly elsewhere?: boolean;
  /** The working tree or HEAD was reset. */
  readonly reset: boolean;
  readonly rebased: boolean;
  /** Stashes that were made, as git names them, newest first. */
  readonly stashes: readonly string[];
  /** What git is in the middle of. */
  readonly operation?: string;
}

export function isUnchanged(facts: DriftFacts): boolean {
  const paths = [facts.changed, facts.reverted, facts.committed, facts.gone, facts.stashes];
  return (
    facts.branchThen === facts.branchNow &&
    facts.operation === undefined &&
    !facts.rewound &&
    facts.commitCount === 0 &&
    paths.every(({ length }) => length === 0)
  );
}

/** A few lines on what happened since; the first thing that the next session must know. */
export function describeDrift(facts: DriftFacts, nextActions: readonly string[], number?: number): string[] {
  if (isUnchanged(facts)) return ['Nothing changed since.'];
  const lines = [headLine(facts), goneLine(facts, number), filesLine(facts), actionsLine(facts, nextActions)];
  const since =
    facts.since === undefined ? [] : [`Since checkpoint ${facts.since}, the last one with work of the session:`];
  return [...since, ...lines.filter((line) => line !== '')];
}

function headLine(facts: DriftFacts): string {
  const parts: string[] = [];
  if (facts.branchThen !== facts.branchNow)
    parts.push(`The branch is now ${branch(facts.branchNow)}, it was ${branch(facts.branchThen)}.`);
  if (facts.operation !== undefined) parts.push(`A ${facts.operation} is in progress.`);
  if (facts.stashes.length > 0) parts.push(stashWords(facts.stashes));
  const isUndone = facts.rewound || facts.reverted.length > 0 || facts.gone.length > 0;
  if (facts.reset && isUndone) parts.push('The working tree was reset (`git reset`).');
  if (facts.rewound) parts.push(`HEAD no longer holds the checkpoint's commit (${howRewound(facts)}).`);
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

function howRewound({ rebased, reset, branchThen, branchNow }: DriftFacts): string {
  if (rebased) return 'rebased';
  if (branchThen !== branchNow) return 'another branch';
  return reset ? 'reset' : 'reset, rebase or another branch';
}

function stashWords([newest = '', ...older]: readonly string[]): string {
  const more = older.length === 0 ? '' : ` and ${older.length} more`;
  return `Changes were stashed: '${clip(oneLine(newest), 100)}'${more} (\`git stash list\`).`;
}

/** What is lost to the working tree is not lost: the checkpoint has it. */
function goneLine({ gone, since, elsewhere, reverted }: DriftFacts, number: number | undefined): string {
  const holder = since ?? number;
  if (elsewhere) {
    const all = holder === undefined ? '' : ` \`git checkpoint restore ${holder}\` would bring it here.`;
    const missing = [...gone, ...reverted];
    return missing.length === 0 ? '' : `${some("The checkpoint's work is not in this working tree", missing)}${all}`;
  }
  const where =
    holder === undefined
      ? ''
      : ` \`git checkpoint show ${holder} -- PATH\` prints one, \`git checkpoint restore ${holder} -- PATH\` puts it back.`;
  return gone.length === 0 ? '' : `${some('Gone since', gone)}${where}`;
}

function filesLine(facts: DriftFacts): string {
  return [
    some(facts.elsewhere ? 'Different here' : 'Changed since', facts.changed),
    facts.elsewhere ? '' : some('Reverted since', facts.reverted),
    some('Already committed', facts.committed),
  ]
    .filter((words) => words !== '')
    .join(' ');
}

function actionsLine(facts: DriftFacts, nextActions: readonly string[]): string {
  const moved = [...facts.changed, ...facts.reverted, ...facts.gone];
  const touched = nextActions
    .map((action, index) => ({ number: index + 1, path: moved.find((path) => names(action, path)) }))
    .filter(({ path }) => path !== undefined)
    .slice(0, 3);
  return touched
    .map(
      ({ number, path }) =>
        `Next action ${number} names ${oneLine(path ?? '')}, which ${facts.elsewhere ? 'is different here' : 'changed since'}: look again.`,
    )
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
