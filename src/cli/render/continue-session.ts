import type { SessionRef } from '../../core/session.ts';
import { shellWord } from '../../core/shell-word.ts';
import { stripControls } from '../../core/strip-controls.ts';
import type { World } from '../../core/world.ts';
import { continueCommand } from '../../repository/native-session.ts';

/** The line that goes on with a session from where one stands; undefined for an agent without a command line. */
export function continueLine(session: SessionRef, { cwd }: World): string | undefined {
  const words = continueCommand(session);
  if (words === undefined) return undefined;
  const way = session.cwd === cwd ? '' : `cd ${shellWord(session.cwd)} && `;
  return stripControls(`${way}${words.map(shellWord).join(' ')}`);
}

/** `Continue with: claude --resume …`, or nothing. */
export function renderContinueLine(session: SessionRef | undefined, world: World): string {
  const line = session === undefined ? undefined : continueLine(session, world);
  return line === undefined ? '' : `Continue with: ${line}\n`;
}
