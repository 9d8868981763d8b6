import type { ChangedFile } from './changes.ts';
import { isEdit, type SessionView, samePath } from './session-view.ts';

/** The verb stands right before the file; a file that is only mentioned near one was not claimed. */
const CLAIMED =
  /\b(?:created|added|updated|fixed|removed|deleted|renamed|wrote|modified|changed|refactored|rewrote|edited|extended)\s+(?:(?:a|an|the|new|file|section|in|to)\s+){0,4}(?:`([^`\s]{1,200}\.[A-Za-z]\w{0,9})(?::\d+(?:-\d+)?)?`|\[([^\]\s]{1,200}\.[A-Za-z]\w{0,9})\]\()/gi;

/**
 * Files that a text says were changed while neither git, nor an edit, nor a command of the session touched them.
 * A commit of the session puts changes beyond git's comparison, so edits and commands count as well.
 */
export function unprovenFiles(text: string, view: SessionView, changes: readonly ChangedFile[]): string[] {
  const named = [...text.matchAll(CLAIMED)].map((match) => match[1] ?? match[2] ?? '');
  return [...new Set(named)].filter((path) => !isProven(path, view, changes));
}

function isProven(path: string, view: SessionView, changes: readonly ChangedFile[]): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return (
    changes.some((change) => samePath(change.path, path)) ||
    view.calls.some((entry) => isEdit(entry) && entry.paths.some((edited) => samePath(edited, path))) ||
    view.calls.some(({ call, failed }) => !failed && mentions(call.command, name)) ||
    view.session.subagents.some(({ edited }) => edited?.some((file) => samePath(file, path)) === true) ||
    view.calls.some(({ call }) => call.action === 'agent')
  );
}

function mentions(command: string | undefined, name: string): boolean {
  return command?.includes(name) === true;
}

/** Whether the session changed anything at all, by its own edits or by git's word. */
export function hasWorked(view: SessionView, changes: readonly ChangedFile[]): boolean {
  return changes.length > 0 || view.calls.some((entry) => isEdit(entry) || entry.call.action === 'agent');
}
