import type { Subagent, ToolCall } from '../core/session.ts';
import { kindsOf } from './command-kind.ts';
import { cutWords, subjectWords } from './sentences.ts';
import { isServer } from './servers.ts';
import type { SessionView, TurnView } from './session-view.ts';
import { shownCommand } from './shown-command.ts';

/** What was started before these is a server that stays up, or forgotten. */
const LAST_TURNS = 2;
const MAX_NAMED = 3;
const LENGTH = 110;

/** What the last turns started in the background and what has not reported yet: commands and subagents. */
export function inFlight(view: SessionView): string[] {
  const commands = commandsOut(view).map(({ command }) => `\`${cutWords(shownCommand(command ?? ''), LENGTH)}\``);
  const agents = agentsLately(view)
    .filter(({ result }) => result === undefined)
    .map(({ description }) => `subagent: ${cutWords(description, LENGTH)}`);
  const all = [...commands, ...agents];
  const more = all.length - MAX_NAMED;
  return [...all.slice(-MAX_NAMED), ...(more > 0 ? [`${more} more`] : [])];
}

/** So many calls later nobody asked after it any more: it ended unseen, or is a server. */
const FORGOTTEN_AFTER = 60;

function commandsOut(view: SessionView): ToolCall[] {
  const all = view.calls.map(({ call }) => call);
  return lately(view).filter((call) => {
    const since = all.slice(all.indexOf(call) + 1);
    const isOut =
      call.action === 'command' && call.result === 'open' && since.length <= FORGOTTEN_AFTER && !isServer(call);
    return isOut && !since.some((other) => ranAgain(call, other));
  });
}

/** Whether the same was run again, to its end. */
function ranAgain({ command = '' }: ToolCall, other: ToolCall): boolean {
  if (other.action !== 'command' || (other.result !== 'ok' && other.result !== 'failed')) return false;
  const [one, two] = [endOfLine(command), endOfLine(other.command ?? '')];
  return one !== '' && one === two;
}

/** What a line ends with, apart from looks: what stands before it may have been put right. */
function endOfLine(command: string): string {
  return kindsOf(command).findLast(({ kind }) => kind !== 'look')?.text ?? command.trim();
}

/** The subagents that the last turns started, in their order. */
function agentsLately(view: SessionView): readonly Subagent[] {
  const { subagents } = view.session;
  const started = lately(view).filter(({ action, result }) => action === 'agent' && result === 'ok').length;
  return subagents.slice(Math.max(0, subagents.length - started));
}

function lately({ calls, turns }: SessionView): ToolCall[] {
  return calls.filter(({ turn }) => turn > turns.length - LAST_TURNS).map(({ call }) => call);
}

/** Calls that do nothing but wait for what was started before. */
const WAITS =
  /^(?:wait|wait_agent|wait_for_agents?|write_stdin|TaskOutput|AgentOutput|AgentOutputTool|BashOutput|BashOutputTool)$/i;

export function isWait({ tool }: ToolCall): boolean {
  return WAITS.test(tool);
}

const WAITING = /(?:^|[,;:—–] ?|\b(?:now|still|i['’]m|i am|we['’]re|we are) )waiting (?:for|on) \S/i;
/** Nobody started these in the session. */
const ELSEWHERE = /\b(?:you|your|users?|CI|pipelines?|workflows?|deploy\w*|approvals?|maintainers?|release)\b/i;
const AGENT = /\b(?:(?:sub-?)?agents?|reviewers?|reviews?|workers?|explorers?|coders?|reports?|others|both|all)\b/i;

/** Whether a sentence only says what the agent waits for. */
export function saysItWaits(sentence: string): boolean {
  return WAITING.test(sentence);
}

/** Whether what the agent last said that it waits for has come back: a wait for it has ended or its subagents have reported, and nothing is out. */
export function isBack(view: SessionView, sentence: string): boolean {
  const last = view.turns.at(-1);
  if (last === undefined || ELSEWHERE.test(sentence) || inFlight(view).length > 0) return false;
  if (hasWaited(last)) return true;
  const agents = agentsLately(view);
  if (agents.length === 0 || !last.calls.some(({ call }) => call.action === 'agent')) return false;
  const known = subjectWords(sentence);
  const speaksOf = ({ description }: Subagent) => [...subjectWords(description)].some((word) => known.has(word));
  return AGENT.test(sentence) || agents.some(speaksOf);
}

function hasWaited({ turn: { steps } }: TurnView): boolean {
  const said = steps.findLastIndex((step) => step.kind === 'text');
  return steps.slice(said + 1).some((step) => step.kind === 'tool' && isWait(step.call) && step.call.result === 'ok');
}
