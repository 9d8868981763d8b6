import type { Checkpoint } from '../../core/checkpoint.ts';
import { count } from '../../core/count.ts';
import { showBytes } from '../../core/size.ts';
import type { World } from '../../core/world.ts';
import type { WayOn } from '../../repository/way-on.ts';
import { continueLine } from './continue-session.ts';
import { styleFor } from './style.ts';
import { screenWidth } from './table.ts';
import { paragraph, wrap } from './wrap.ts';

/** The command that continues with the session of a checkpoint: the agent's own, else the one that brings its conversation back. */
export function wayOnLine({ number }: Checkpoint, { session, conversation }: WayOn, world: World): string | undefined {
  const native = session === undefined ? undefined : continueLine(session, world);
  return native ?? (conversation === undefined ? undefined : `git checkpoint rewind ${number} --conversation`);
}

/** How to continue with the session of a checkpoint, or that nothing is left of what was said in it. */
export function renderContinue(checkpoint: Checkpoint, wayOn: WayOn, world: World): string {
  const line = wayOnLine(checkpoint, wayOn, world);
  if (line !== undefined) return `Continue with: ${line}\n`;
  if (!wayOn.isTalk) return '';
  const { number } = checkpoint;
  return paragraph(
    `The conversation of checkpoint ${number} was not stored; \`git checkpoint resume ${number}\` prints what was known.`,
    world,
  );
}

/** What is stored of the conversation of a checkpoint, and how to continue with it; nothing for one without a session. */
export function renderWayOn(checkpoint: Checkpoint, wayOn: WayOn, world: World): string {
  const { conversation } = wayOn;
  if (checkpoint.note.session === undefined) return '';
  const stored =
    conversation === undefined
      ? 'not stored'
      : `${count(conversation.records, 'record')}, ${showBytes(conversation.bytes)}: \`git checkpoint show ${checkpoint.number} --conversation\``;
  const line = wayOnLine(checkpoint, wayOn, world);
  const last =
    line === undefined ? `What the session knew: git checkpoint resume ${checkpoint.number}` : `Continue with: ${line}`;
  const title = styleFor(world, world.stdout).bold('Conversation');
  const lines = [stored, last].flatMap((words) => wrap(words, screenWidth(world) - 2));
  return `${title}\n${lines.map((words) => `  ${words}\n`).join('')}`;
}
