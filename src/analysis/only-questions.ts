import type { Session } from '../core/session.ts';
import { promptKind } from './prompt-kind.ts';

/** Whether a session has asked and nothing more: no goal was set, nothing was planned, nothing was agreed to. */
export function onlyAsks({ turns, plans, todos, answers, compactions }: Session): boolean {
  const isFree = [plans, todos, answers, compactions].every(({ length }) => length === 0);
  const kinds = turns.map(({ prompt }) => promptKind(prompt));
  return isFree && kinds.includes('question') && kinds.every((kind) => kind === 'question' || kind === 'nothing');
}
