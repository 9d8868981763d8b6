import type { Step, ToolCall } from '../core/session.ts';
import { errorLine, withoutDirectory } from './command-outcome.ts';
import { cutWords, splitSentences } from './sentences.ts';
import type { Item, TurnView } from './session-view.ts';

const RETRIES =
  /\b(?:re-?try(?:ing)?|re-?run(?:ning)?|repeat(?:ing)?) (?:it|them|this|that|these|those|both|all(?: of them)?)\b(?! (?!separately|again|now|one|with|in|individually|sequentially)\w)/i;

/** `Let me retry these separately` means the calls before it that failed; those that went well since are not told. */
export function retries({ turn: { steps }, number, finished }: TurnView): Item[] {
  const said = steps.findLastIndex((step) => step.kind === 'text');
  const step = steps[said];
  if (finished || step?.kind !== 'text' || !RETRIES.test(splitSentences(step.text).at(-1) ?? '')) return [];
  const before = callsOf(steps.slice(steps.slice(0, said).findLastIndex((one) => one.kind === 'text') + 1, said));
  const since = callsOf(steps.slice(said + 1));
  const failed = before.filter(({ result }) => result === 'failed' || result === 'interrupted');
  const left = failed.filter((call) => !since.some((one) => one.result === 'ok' && targetOf(one) === targetOf(call)));
  const names = left.slice(-MAX_CALLS).map((call) => {
    const isOut = since.some((one) => one.result === 'open' && targetOf(one) === targetOf(call));
    const error = errorLine(call.output ?? '') || (call.output ?? '').trim().split('\n')[0] || '';
    const how = isOut ? 'started again, no result yet' : cutWords(error, MAX_ERROR);
    return `${targetOf(call)}${how === '' ? '' : ` (${how})`}`;
  });
  return names.length === 0
    ? []
    : [{ text: `Retry what failed: ${names.join('; ')}`, from: { by: 'command', turn: number } }];
}

const MAX_CALLS = 4;
const MAX_ERROR = 60;
const MAX_TARGET = 110;

function callsOf(steps: readonly Step[]): ToolCall[] {
  return steps.flatMap((step) => (step.kind === 'tool' ? [step.call] : []));
}

function targetOf({ tool, command, description, paths }: ToolCall): string {
  if (command !== undefined) return `\`${cutWords(withoutDirectory(command), MAX_TARGET)}\``;
  return cutWords(`${tool} ${description ?? paths.join(' ')}`, MAX_TARGET);
}
