import type { Step, ToolCall } from '../core/session.ts';
import { splitSentences } from './sentences.ts';

const GOOD =
  /\b(?:(?:0|zero|no(?: new)?) errors?|(?:all|only) (?:are |is )?pre-?existing|pre-?existing (?:warnings|issues|errors|failures)|all (?:tests |checks )?pass(?:es|ed|ing)?|(?:tests?|lint|types?|build|checks?|suite|everything)(?: is| are| all)? (?:pass(?:es|ed|ing)?|green|clean|succeed(?:s|ed)))\b/i;
const BAD = /\b(?:but|except|however|not|until|once|if|should|still)\b|n['’]t\b|\bfail/i;
const FIRST = 2;

/** Whether the agent, having seen what a command printed, says at once that it went well. */
export function saysItWentWell(steps: readonly Step[], call: ToolCall): boolean {
  const at = steps.findIndex((step) => step.kind === 'tool' && step.call === call);
  const next = steps[at + 1];
  if (at === -1 || next?.kind !== 'text') return false;
  return splitSentences(next.text)
    .slice(0, FIRST)
    .some((sentence) => GOOD.test(sentence) && !BAD.test(sentence));
}
