import { isEdited } from './plan-steps.ts';
import { cutWords, plainLine } from './sentences.ts';
import { isEdit, type TurnView } from './session-view.ts';

const POINT = /^\s{0,3}\d{1,2}[.)]\s+(.{4,})$/;
/** `I need to restructure it. Let me do that.` */
const SETS_OUT = /\b(?:i need to|i['’]ll|i will|let me|i['’]m going to)\s+(?!know\b|ask\b|wait\b)\w/i;
const MIN_POINTS = 3;
const MAX_POINT = 50;

/** The list of what is amiss that the agent of a running turn wrote before it set out on it, without what it has written since. */
export function setOutOn({ turn: { steps, outcome }, calls }: TurnView): string[] {
  if (outcome !== 'open') return [];
  for (const [at, step] of [...steps.entries()].reverse()) {
    if (step.kind !== 'text') continue;
    const lines = step.text.split('\n');
    const points = lines.flatMap((line) => POINT.exec(line)?.[1] ?? []);
    const rest = lines.slice(lines.findLastIndex((line) => POINT.test(line)) + 1).join('\n');
    if (points.length < MIN_POINTS || !SETS_OUT.test(rest) || rest.includes('?')) continue;
    const since = new Set(steps.slice(at + 1).flatMap((one) => (one.kind === 'tool' ? [one.call] : [])));
    const edits = calls.filter((entry) => isEdit(entry) && since.has(entry.call));
    return points.filter((point) => !isEdited(point, edits)).map(titleOf);
  }
  return [];
}

/** Bold words at its start name a point. */
function titleOf(point: string): string {
  return cutWords(plainLine(/^\*\*(.{3,80}?)\*\*/.exec(point)?.[1] ?? point).replace(/[:.]$/, ''), MAX_POINT);
}
