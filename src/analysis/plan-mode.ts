import { PLAN_FILE } from './open-plan-steps.ts';
import { type CallView, type Item, isEdit, type SessionView } from './session-view.ts';

/** The newest prompt was sent in plan mode, or the agent went into it, and no plan was approved since: who goes on would edit. */
export function planMode({ turns }: SessionView): Item[] {
  const last = turns.at(-1);
  if (last === undefined) return [];
  const entered = last.calls.findLastIndex((entry) => isPlanCall(entry, 'enter'));
  const since = last.calls.slice(entered + 1);
  if (entered < 0 && last.turn.planning !== true) return [];
  // The mode may be left by a key that no record tells of.
  if (since.some((entry) => isPlanCall(entry, 'exit') || (isEdit(entry) && !entry.paths.every(isPlanFile)))) return [];
  const file = since.flatMap(({ paths }) => paths).findLast(isPlanFile);
  const where = file === undefined ? '' : ` (plan file: ${file})`;
  const text = `In plan mode: nothing is edited until a plan is approved${where}`;
  return [{ text, from: { by: 'session', turn: last.number } }];
}

function isPlanFile(path: string): boolean {
  return PLAN_FILE.test(path);
}

function isPlanCall({ call }: CallView, what: 'enter' | 'exit'): boolean {
  return call.result === 'ok' && new RegExp(`^${what}_?plan_?mode$`, 'i').test(call.tool);
}
