import type { DraftCall } from '../draft-state.ts';
import { numberAt, textAt } from '../json-value.ts';
import { keptOutput } from '../kept-output.ts';
import type { SessionDraft } from '../session-draft.ts';
import { memoryOf } from './memory.ts';
import type { ToolAnswer } from './tool-answer.ts';
import { tag } from './user-text.ts';

const STOPS = /^(?:TaskStop|KillShell|KillBash)$/;
const STOPPED = /\b(?:stopped task|killed shell): ([\w-]{1,80})/i;
const ASKS = /^(?:TaskOutput|BashOutput|BashOutputTool)$/;
/** Where the client has a command in the background write. */
const FILE = /\/tasks\/([\w-]{1,80})\.output\b/g;

/** What a call says of commands in the background: that one was stopped, how it ended, what it has printed. */
export function noteBackground(draft: SessionDraft, call: DraftCall, answer: ToolAnswer): void {
  if (answer.failed || answer.stopped !== undefined) return;
  if (STOPS.test(call.tool)) noteStopped(draft, answer.text);
  else if (ASKS.test(call.tool)) noteAsked(draft, answer);
  else noteShown(draft, call, answer.text);
}

/** One that the agent stopped does not report any more. */
function noteStopped(draft: SessionDraft, text: string): void {
  const started = startedAs(draft, STOPPED.exec(text)?.[1]);
  if (started?.result === 'open') started.result = 'interrupted';
}

function noteAsked(draft: SessionDraft, { text, result }: ToolAnswer): void {
  const started = startedAs(draft, tag(text, 'task_id') || textAt(result, 'shellId'));
  if (started === undefined) return;
  const [status, code] = [tag(text, 'status') || textAt(result, 'status'), tag(text, 'exit_code')];
  const printed =
    tag(text, 'output') || [tag(text, 'stdout'), tag(text, 'stderr')].filter((one) => one !== '').join('\n');
  if (printed !== '') started.output = keptOutput(printed);
  const exitCode = code === '' ? numberAt(result, 'exitCode') : Number(code);
  if (status !== 'completed' && status !== 'failed') return;
  started.exitCode = exitCode ?? (status === 'failed' ? 1 : 0);
  started.result = started.exitCode === 0 ? 'ok' : 'failed';
}

/** `tail -20 …/tasks/b1.output` */
function noteShown(draft: SessionDraft, { action, command = '', paths }: DraftCall, text: string): void {
  const places = action === 'read' ? paths.join('\n') : command;
  const tasks = new Set([...places.matchAll(FILE)].map(([, task]) => task));
  const started = tasks.size === 1 ? startedAs(draft, [...tasks][0]) : undefined;
  const printed = action === 'read' ? text.replace(/^ *\d+→/gm, '') : text;
  if (started !== undefined && printed.trim() !== '') started.output = keptOutput(printed);
}

function startedAs(draft: SessionDraft, task: string | undefined): DraftCall | undefined {
  const call = memoryOf(draft).tasks?.findLast((one) => one.task === task)?.call ?? '';
  const started = draft.callOf(call);
  return started?.action === 'command' ? started : undefined;
}

/** A context that is compacted loses the answer of a command that it still waited for; only what runs beside it may still report. */
export function forgetAnswers(draft: SessionDraft): void {
  const tasks = new Set(memoryOf(draft).tasks?.map(({ call }) => call));
  for (const { steps } of draft.state.turns) {
    for (const step of steps) {
      if (step.kind !== 'tool' || step.call.result !== 'open' || tasks.has(step.id ?? '')) continue;
      if (step.call.action === 'command') step.call.result = 'interrupted';
    }
  }
}
