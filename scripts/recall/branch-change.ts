import { shellLine } from './commit-calls.ts';
import type { RawCall } from './raw-event.ts';

const OWN = /\bgit\b[^;&|]*\s(?:checkout|switch|worktree|rebase|stash)\b|\bgh pr checkout\b/;

/** Watches the branch of a session: who goes to another one beside it has committed what there was. */
export class BranchWatch {
  private readonly cwd: string;
  private branch = '';
  private isOwn = false;

  constructor(cwd: string) {
    this.cwd = cwd;
  }

  /** Whether somebody else went to another branch before this call. */
  isChangedBefore(call: RawCall): boolean {
    // A subagent may work in a tree of its own.
    const isChanged = call.directory === this.cwd && this.isChangedTo(call.branch);
    if (OWN.test(shellLine(call))) this.isOwn = true;
    return isChanged;
  }

  isChangedTo(branch = ''): boolean {
    if (branch === '' || branch === this.branch) return false;
    const isByOthers = this.branch !== '' && !this.isOwn;
    this.branch = branch;
    this.isOwn = false;
    return isByOthers;
  }
}
