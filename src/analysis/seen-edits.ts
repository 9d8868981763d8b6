import type { Session, Step, ToolCall } from '../core/session.ts';
import type { FileContents } from './artifacts.ts';
import { nearPath, samePath } from './session-view.ts';

/** A session that ends on edits without results: those that the files show were made. */
export function withSeenEdits(session: Session, contents: FileContents | undefined): Session {
  const last = session.turns.at(-1);
  if (last === undefined || contents === undefined) return session;
  const back = last.steps.findLastIndex((step) => step.kind !== 'tool' || step.call.result !== 'open');
  const steps = last.steps.map((step, at): Step => {
    if (at <= back || step.kind !== 'tool' || !isInTree(step.call, contents, session.cwd ?? '')) return step;
    return { ...step, call: { ...step.call, result: 'ok' } };
  });
  return { ...session, turns: [...session.turns.slice(0, -1), { ...last, steps }] };
}

function isInTree({ action, paths, change }: ToolCall, contents: FileContents, cwd: string): boolean {
  const [path = '', ...others] = paths.map((one) => nearPath(one, cwd));
  if (action !== 'edit' || change === undefined || others.length > 0) return false;
  const text = [...contents].find(([name]) => samePath(name, path))?.[1].after ?? '';
  const isNew = change.added.includes(change.removed) || !hasAll(text, change.removed);
  return isNew && (change.added !== '' ? hasAll(text, change.added) : change.removed !== '' && text !== '');
}

/** What is kept of a long change lacks its middle. */
const CUT = /\n… \[\d+ characters cut\] …\n/;

function hasAll(text: string, kept: string): boolean {
  return kept.split(CUT).every((piece) => text.includes(piece));
}
