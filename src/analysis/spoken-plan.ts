import { flatProse } from './flat-prose.ts';
import { promptLines } from './prompt-lines.ts';

const PLAN = /<proposed_plan>([\s\S]*?)(?:<\/proposed_plan>|$)/;

/** Whether the agent proposes a plan in its words. */
export function proposesPlan(text: string): boolean {
  return PLAN.test(text);
}

/** What the agent said, and the plan in it with its headings: they say what is whose part. */
export function withSpokenPlan(text: string, isUnanswered: boolean, code: 'short' | 'whole'): string {
  const [whole = '', plan = ''] = PLAN.exec(text) ?? [];
  const at = text.indexOf(whole);
  const label = isUnanswered ? 'Proposed plan, not answered yet:' : 'Proposed plan:';
  return [flatProse(text.slice(0, at), code), label, promptLines(plan), flatProse(text.slice(at + whole.length), code)]
    .filter((part) => part !== '')
    .join('\n');
}
