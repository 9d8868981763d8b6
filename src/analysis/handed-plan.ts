import type { Plan, Turn } from '../core/session.ts';

/** What a client writes above a plan that it hands to a new session. */
const HANDED = /^\s*A previous agent produced the plan below[^\n]*\n+/i;
const IMPLEMENTS = /^\s*(?:please )?implement (?:the following|this|the) plan\b[^\n]{0,80}\n+(?=\s*#)/i;

/** What Claude Code writes below a plan that it hands to a new session. */
const BELOW_A_PLAN =
  /^(?:If you need specific details from before exiting plan mode|If this plan can be broken down into multiple independent tasks)\b.*$/gm;

/** Without what the client itself says below a plan. */
export function withoutClientWords(prompt: string): string {
  return handedPlan(prompt) === undefined ? prompt : prompt.replace(BELOW_A_PLAN, '');
}

/** The prompt in words that a person might have typed. */
export function withoutHandingOver(prompt: string): string {
  return prompt.replace(HANDED, 'Implement this plan:\n\n');
}

/** The plan that a prompt orders to be implemented. */
export function handedPlan(prompt: string): string | undefined {
  const lead = (HANDED.exec(prompt) ?? IMPLEMENTS.exec(prompt))?.[0];
  return lead === undefined ? undefined : prompt.slice(lead.length);
}

const PROPOSED = /<proposed_plan>([\s\S]*?)(?:<\/proposed_plan>|$)/g;
const TAKEN =
  /^\s*(?:(?:yes|ok(?:ay)?|great|please|now|go ahead and)[,.! ]+)*(?:implement|execute|carry out|follow|proceed with|go (?:ahead )?with) (?:the|this|that|your) (?:(?:proposed|revised|updated|approved|above) )?plan\b/i;

/** Plans that were handed over in a prompt, and those that the agent proposed in words: approved when the next prompt says so. */
export function spokenPlans(turns: readonly Turn[]): Plan[] {
  return turns.flatMap(({ prompt, steps }, at): Plan[] => {
    const handed = handedPlan(prompt);
    const said = steps.flatMap((step) => (step.kind === 'text' ? [step.text] : [])).join('\n');
    const proposed = [...said.matchAll(PROPOSED)].at(-1)?.[1]?.trim();
    return [
      ...(handed === undefined ? [] : [{ text: handed, approved: true }]),
      ...(proposed === undefined ? [] : [{ text: proposed, approved: TAKEN.test(turns[at + 1]?.prompt ?? '') }]),
    ];
  });
}

/** Whether a prompt hands over a plan, or takes the one that was proposed. */
export function ordersPlan(prompt: string): boolean {
  return handedPlan(prompt) !== undefined || TAKEN.test(prompt);
}
