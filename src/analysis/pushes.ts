import { kindsOf } from './command-kind.ts';
import type { CallView } from './session-view.ts';

/** Programs that send commits away: git itself, and those that keep stacks of branches. */
const PUSH =
  /^(?:git(?: -\S+(?: [^-\s]\S*)?)* push|gh stack (?:submit|push|sync)|gt (?:stack )?(?:submit|ss?)|jj git push|git[- ]town (?:sync|propose|ship)|(?:git-)?spr (?:update|diff))(?=\s|$)/;
/** Nothing of the work goes out with these. */
const SENDS_NONE = /\s(?:--dry-run|-n|--delete|-d)(?=\s|$)|\s:refs\/|\s(?:origin|upstream) :\S/;

/** The part of a line that pushes. */
export function pushPart(command: string): string | undefined {
  if (!/\b(?:push|submit|ss?|sync|propose|ship|spr)\b/.test(command)) return undefined;
  return kindsOf(command).find(({ text }) => PUSH.test(text) && !SENDS_NONE.test(text))?.text;
}

const REF_SENT = /^ {1,3}[ +*]? ?(?:[0-9a-f]{6,40}\.{2,3}[0-9a-f]{6,40}|\[new (?:branch|tag)\]) +\S+ -> \S/;

/** Whether git itself tells that it sent commits, whoever called it: `To host:path`, and below it `old..new a -> b`. */
function tellsPush(output: string): boolean {
  if (!output.includes(' -> ') || /^ ! \[(?:remote )?rejected\]/m.test(output)) return false;
  let isSending = false;
  for (const line of output.split('\n')) {
    if (/^(?:To|From) \S/.test(line)) isSending = line.startsWith('To ');
    else if (isSending && REF_SENT.test(line)) return true;
  }
  return false;
}

/** Whether a call sent commits away. A line may have failed behind its push. */
export function hasPushed({ call, failed }: CallView): boolean {
  const { command = '', output = '', result } = call;
  const part = pushPart(command);
  if (!failed && result === 'ok' && part !== undefined) return true;
  return tellsPush(output) && (part !== undefined || kindsOf(command).some(({ kind }) => kind !== 'look'));
}

/** Scripts and tools that may push without saying so. */
const MAY_PUSH = /\b(?:push|submit|ship|publish|release|sync)\b/i;
const NO_PUSH = /^(?:git (?:stash|submodule|commit|tag)\b|uv sync\b)/;

/** Whether nobody can say that a call left the commits where they were. */
export function mayHavePushed(entry: CallView): boolean {
  const { tool, command, result } = entry.call;
  if (command === undefined) return /push|pull_request/i.test(tool) && tool.startsWith('mcp__');
  if (result === 'refused' || (entry.failed && pushPart(command) !== undefined)) return false;
  return kindsOf(command).some(
    ({ kind, text }) => kind !== 'look' && !NO_PUSH.test(text) && MAY_PUSH.test(text.replace(/"[^"]*"|'[^']*'/g, '')),
  );
}
