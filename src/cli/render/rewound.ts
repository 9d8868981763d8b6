import { count } from '../../core/count.ts';
import { showBytes } from '../../core/size.ts';
import { stripControls } from '../../core/strip-controls.ts';
import type { World } from '../../core/world.ts';
import type { RewindOutcome, RewindPlan } from '../../repository/rewind.ts';
import { goOnLine } from './go-on.ts';
import { planJson, renderPlan } from './restore-plan.ts';
import { restoredJson } from './restored.ts';

/** What a rewind would do: the plan for the files, then what becomes of the conversation. */
export function renderRewindPlan({ checkpoint, files, conversation }: RewindPlan, world: World): string {
  const plan = files === undefined ? '' : renderPlan(files, world);
  if (conversation === 'not-asked') return plan;
  if (conversation === 'not-stored') return `${plan}Checkpoint ${checkpoint.number} has no conversation.\n`;
  const { agent, records, bytes } = conversation;
  const size = `${count(records, 'record')}, ${showBytes(bytes)}`;
  return `${plan}The conversation (${size}) would become a new session of ${stripControls(agent)}.\n`;
}

/** Why there is no session to continue with, and what there is instead. */
export function renderNoSession({ plan, withoutSession }: RewindOutcome): string {
  const { checkpoint, conversation } = plan;
  const why = withoutSession?.message ?? (conversation === 'not-stored' ? 'none was stored' : undefined);
  if (why === undefined) return '';
  return `No conversation was prepared: ${stripControls(why)}.\nWhat the session knew: \`git checkpoint resume ${checkpoint.number}\`.\n`;
}

export function rewindPlanJson({ files, conversation }: RewindPlan): unknown {
  return {
    files: files === undefined ? null : planJson(files),
    conversation: typeof conversation === 'string' ? null : conversation,
  };
}

export function rewoundJson(outcome: RewindOutcome, world: World): unknown {
  const { files, session, withoutSession } = outcome;
  return {
    rewound: true,
    files: files === undefined ? null : restoredJson(files),
    session: session === undefined ? null : { ...session, command: goOnLine(session, world) ?? null },
    withoutSession: withoutSession?.message ?? null,
  };
}
