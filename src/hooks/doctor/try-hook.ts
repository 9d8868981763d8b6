import { spawnSync } from 'node:child_process';
import type { InstalledHook } from '../../agents/agent-settings.ts';
import { objectAt, parseObject, textAt } from '../../agents/json-value.ts';
import type { World } from '../../core/world.ts';
import type { Sample } from './sample.ts';

/** How a hook did on a sample. */
export interface HookTrial {
  readonly status: number | null;
  readonly milliseconds: number;
  /** Of the text for the model. */
  readonly characters: number;
  readonly stderr: string;
}

const MAX_AGE_MS = 30_000;

/** Runs an installed hook as its agent would, on a sample. */
export function tryHook(hook: InstalledHook, { root, state }: Sample, world: World): HookTrial {
  // They would lead the hook from the sample to the user's own repository.
  const { GIT_DIR: _dir, GIT_WORK_TREE: _tree, ...env } = world.env;
  const began = performance.now();
  const run = spawnSync(hook.command, {
    cwd: root,
    env: { ...env, XDG_STATE_HOME: state },
    shell: true,
    encoding: 'utf8',
    input: JSON.stringify(sampleFor(hook.event, root)),
    timeout: hook.limit ?? MAX_AGE_MS,
  });
  return {
    status: run.status,
    milliseconds: Math.round(performance.now() - began),
    characters: contextIn(run.stdout ?? '').length,
    stderr: (run.error?.message ?? run.stderr ?? '').trim(),
  };
}

/** The session under which hooks are tried. */
const SAMPLE_SESSION = 'doctor';

function sampleFor(event: string, cwd: string): Record<string, unknown> {
  return {
    session_id: SAMPLE_SESSION,
    hook_event_name: event,
    cwd,
    source: 'startup',
    reason: 'other',
    trigger: 'manual',
    prompt: 'A sample.',
    tool_name: 'Bash',
    // Harmless, and yet one that the program is asked about.
    tool_input: { command: 'git status' },
    last_assistant_message: '',
    timestamp: '2026-01-01T00:00:00Z',
  };
}

function contextIn(stdout: string): string {
  const answer = parseObject(stdout);
  if (answer === undefined) return stdout;
  return textAt(objectAt(answer, 'hookSpecificOutput'), 'additionalContext') || textAt(answer, 'additionalContext');
}
