import { count } from '../../core/count.ts';
import { showBytes } from '../../core/size.ts';
import { stripControls } from '../../core/strip-controls.ts';
import type { World } from '../../core/world.ts';
import type { RewindOutcome, RewindPlan } from '../../repository/rewind.ts';
import { continueLine } from './continue-session.ts';
import { planJson, renderPlan } from './restore-plan.ts';
import { restoredJson } from './restored.ts';

/** What a rewind would do: the plan for the files, then what becomes of the conversation. */
export function renderRewindPlan({ checkpoint, files, conversation, compacted }: RewindPlan, world: World): string {
  const plan = files === undefined ? '' : renderPlan(files, world);
  if (conversation === 'not-asked') return plan;
  if (conversation === 'not-stored') return `${plan}Checkpoint ${checkpoint.number} has no conversation.\n`;
  const { agent, records, bytes } = conversation;
  const size = `${count(records, 'record')}, ${showBytes(bytes)}`;
  const words = `The conversation (${size}) would become a new session of ${stripControls(agent)}.\n`;
  return `${plan}${words}${renderCompacted(compacted)}`;
}

/** That a session begins with a summary, and why. */
export function renderCompacted(compacted: RewindPlan['compacted']): string {
  if (compacted === undefined) return '';
  const words = 'The session begins with a summary and what was known';
  if (compacted === 'asked') return `${words}.\n`;
  const [used, window] = [compacted.used, compacted.window].map((tokens) => tokens.toLocaleString('en-US'));
  return `The conversation no longer fits the model's window (${used} of ${window} tokens). ${words}.\n`;
}

/** Why there is no session to continue with, and what there is instead. */
export function renderNoSession({ plan, withoutSession }: RewindOutcome): string {
  const { checkpoint, conversation } = plan;
  const why = withoutSession?.message ?? (conversation === 'not-stored' ? 'none was stored' : undefined);
  if (why === undefined) return '';
  return `No conversation was prepared: ${stripControls(why)}.\nWhat the session knew: \`git checkpoint resume ${checkpoint.number}\`.\n`;
}

export function rewindPlanJson({ files, conversation, compacted }: RewindPlan): unknown {
  return {
    compacted: compacted !== undefined,
    files: files === undefined ? null : planJson(files),
    conversation: typeof conversation === 'string' ? null : conversation,
  };
}

export function rewoundJson(outcome: RewindOutcome, world: World): unknown {
  const { plan, files, session, withoutSession } = outcome;
  return {
    rewound: true,
    files: files === undefined ? null : restoredJson(files),
    session: session === undefined ? null : { ...session, command: continueLine(session, world) ?? null },
    compacted: session !== undefined && plan.compacted !== undefined,
    withoutSession: withoutSession?.message ?? null,
  };
}
