import type { HookAnswer, HookEvent } from '../agents/hook-event.ts';
import type { World } from '../core/world.ts';
import { findUserMark, writeUserMark } from '../local/user-marks.ts';
import { findRoot } from '../open/open-engine.ts';

/** Whether a folder is in no repository, and nothing names one. */
export function isOutside(folder: string, world: World): boolean {
  return world.env['GIT_DIR'] === undefined && findRoot(folder, world) === undefined;
}

/** Outside of repositories there is nothing to do. The first session in a folder says so, no other one ever. */
export function answerOutside(event: HookEvent, folder: string, world: World): HookAnswer {
  if (event.kind !== 'session-start' || event.source === 'compact') return {};
  const mark = { kind: 'told-folders', name: folder } as const;
  if (findUserMark(world, mark) !== undefined) return {};
  writeUserMark(world, mark, folder);
  return {
    notice: 'git-checkpoint saves nothing here: this folder is not in a git repository. `git init` makes it one.',
  };
}
