import { posix } from 'node:path';
import type { ToolCall } from '../core/session.ts';
import { nearPath } from './session-view.ts';

const STEP = /^(?:\S*sh -\w*c ['"])?\s*cd ["']?([^\s"';&]+)["']? *(?:&&|;|\n)/;
const NAMED = /\s(?:--filter|-F|--workspace|--prefix|--dir|-C|--manifest-path)[ =]|\byarn workspace /;

/** The directory below the session's in which a line runs; empty for the session's own, and outside of it. */
export function folderOf({ command = '', cwd: begun = '' }: ToolCall, cwd: string): string {
  const target = STEP.exec(command)?.[1] ?? '';
  // A package that is told by its name is found from anywhere.
  const from = target === '' && NAMED.test(command) ? '' : begun;
  const place = /^[/~$]/.test(target) ? target : posix.join(from, target);
  const near = nearPath(place, cwd);
  return near === cwd || near === '.' || near === '' || /^(?:[/~$]|\.\.)/.test(near) ? '' : near.replace(/\/$/, '');
}
