import type { DraftCall } from '../draft-state.ts';
import { isObject, type JsonObject, numberAt, objectAt, parseObject, textAt } from '../json-value.ts';
import { keptText, LIMITS } from '../kept-text.ts';
import type { SessionDraft } from '../session-draft.ts';
import { memoryOf, remember } from './memory.ts';

/** Takes the output of a call, as the model saw it. */
export function takeOutput(draft: SessionDraft, id: string, output: unknown): void {
  const call = draft.callOf(id);
  if (call === undefined) return;
  const { text, exit } = readOutput(output);
  const process = /Process running with session ID (\d+)/.exec(text)?.[1];
  const started = startedBy(draft, id);
  if (started !== undefined) {
    call.result = 'ok';
    if (exit !== undefined) settle(started, { text: bodyOf(text), exit });
  } else if (process === undefined) {
    settle(call, { text: bodyOf(text), exit });
  } else {
    const memory = memoryOf(draft);
    memory.processes = remember(memory.processes, { process, call: id });
  }
  if (call.action === 'agent') noteThread(draft, id, text);
  if (call.action === 'question') noteAnswers(draft, id, text);
}

/** Takes what an event says of a command's end; it is exact where the output is words. */
export function takeCommandEnd(draft: SessionDraft, id: string, end: JsonObject): void {
  const call = draft.callOf(id);
  const exit = numberAt(end, 'exit_code');
  if (call === undefined || call.action !== 'command' || exit === undefined) return;
  settle(call, { text: textAt(end, 'aggregated_output') || textAt(end, 'stdout'), exit });
}

interface Ending {
  readonly text: string;
  readonly exit: number | undefined;
}

/** An exit code is exact; without one, what is known already stays. */
function settle(call: DraftCall, { text, exit }: Ending): void {
  if (exit !== undefined || call.result === 'open') call.result = resultOf(text, exit);
  if (call.action === 'command' && exit !== undefined) call.exitCode = exit;
  const quiet = call.result === 'ok' && call.action !== 'command' && call.action !== 'other';
  if (!quiet && text.trim() !== '') call.output = keptText(text, LIMITS.output);
}

function resultOf(text: string, exit: number | undefined): DraftCall['result'] {
  if (exit !== undefined) return exit === 0 ? 'ok' : 'failed';
  if (/^(?:exec command |patch )?rejected by user|^aborted by user/i.test(text)) return 'refused';
  return /^(?:execution error|failed|error)\b/i.test(text) ? 'failed' : 'ok';
}

/** The call that started the process which this one writes to or waits for: that one's end is seen here. */
function startedBy(draft: SessionDraft, id: string): DraftCall | undefined {
  const { polls, processes } = memoryOf(draft);
  const process = polls?.find((poll) => poll.call === id)?.process;
  const started = processes?.findLast((one) => one.process === process);
  return started === undefined ? undefined : draft.callOf(started.call);
}

function readOutput(output: unknown): { text: string; exit: number | undefined } {
  const text = typeof output === 'string' ? output : contentOf(output);
  const wrapped = text.startsWith('{') ? parseObject(text) : undefined;
  if (wrapped !== undefined && typeof wrapped['output'] === 'string') {
    return { text: wrapped['output'], exit: numberAt(objectAt(wrapped, 'metadata'), 'exit_code') };
  }
  const exit = /^(?:Process exited with code|Exit code:) (-?\d+)/m.exec(text.slice(0, 2000))?.[1];
  return { text, exit: exit === undefined ? undefined : Number(exit) };
}

function contentOf(output: unknown): string {
  if (isObject(output)) return textAt(output, 'content') || textAt(output, 'text');
  if (!Array.isArray(output)) return '';
  return output
    .filter(isObject)
    .map((part) => textAt(part, 'text'))
    .join('\n');
}

/** Without the lines about the process that stand before the output itself. */
function bodyOf(text: string): string {
  const at = /^(?:Command|Chunk ID|Exit code|Wall time)\b/.test(text) ? text.indexOf('\nOutput:\n') : -1;
  return at === -1 ? text : text.slice(at + '\nOutput:\n'.length);
}

function noteThread(draft: SessionDraft, id: string, text: string): void {
  const thread = textAt(parseObject(text) ?? {}, 'agent_id');
  const memory = memoryOf(draft);
  if (thread !== '') memory.threads = remember(memory.threads, { thread, call: id });
}

function noteAnswers(draft: SessionDraft, id: string, text: string): void {
  const answers = objectAt(parseObject(text) ?? {}, 'answers');
  const asked = draft.state.answers.filter((one) => one.id === id);
  for (const [at, answer] of Object.values(answers).entries()) {
    const words = isObject(answer) && Array.isArray(answer['answers']) ? answer['answers'].join(', ') : String(answer);
    const question = asked[at]?.question;
    if (question !== undefined) draft.answer(id, question, words);
  }
}
