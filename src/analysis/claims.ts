import type { ChangedFile } from './changes.ts';
import { isEdit, type SessionView, samePath, type TurnView } from './session-view.ts';

/**
 * The verb stands right before the file; a file that is only mentioned near one was not claimed, nor one of which it is said what
 * should, would or had to be done.
 */
const CLAIMED =
  /(?<!\b(?:to|not|never|had|would|could|should|can|may|might|must|shall|will|please|didn['’]t|don['’]t|haven['’]t|i['’]ll|we['’]ll|you['’]ll)\s+)\b(?:created?|added?|updated?|fix(?:ed)?|removed?|deleted?|renamed?|wrote|write|modif(?:y|ied)|changed?|refactor(?:ed)?|rewr[io]te|edit(?:ed)?|extend(?:ed)?)\s+(?:(?:a|an|the|new|file|section|in|to|basic|your|our|existing)\s+){0,4}[`[]?([\w@./-]{1,200}\.[A-Za-z]\w{0,9})\b/gi;

/**
 * Files that a text says were changed while neither git, nor an edit, nor a command of the session touched them.
 * A commit of the session puts changes beyond git's comparison, so edits and commands count as well.
 */
export function unprovenFiles(text: string, view: SessionView, changes: readonly ChangedFile[]): string[] {
  const named = [...text.matchAll(CLAIMED)]
    .map((match) => match[1] ?? '')
    .filter((path) => !/^\d|^(?:e\.g|i\.e)/.test(path));
  return [...new Set(named)].filter((path) => !isProven(path, view, changes));
}

/** Whether a turn says that it is done with something that had to change files, and changed none. */
export function isUnprovenDone(turn: TurnView): boolean {
  if (turn.kind !== 'goal' || !ASKS_FOR_CHANGE.test(turn.words) || !SAYS_DONE.test(turn.closing.trim())) return false;
  return !turn.calls.some(
    ({ call }) => ['edit', 'command', 'agent', 'other'].includes(call.action) && call.result === 'ok',
  );
}

const ASKS_FOR_CHANGE =
  /^(?:(?:\W*(?:please|now|also|then|and|ok|can you|could you|let'?s)\b)+[ ,]*)?(?:add|create|write|fix|implement|change|remove|delete|rename|refactor|update|move|replace|build|make)\b/i;
const SAYS_DONE = /^(?:all )?(?:done|completed?|finished|fixed|implemented|added|created|updated|removed)\b/i;

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
