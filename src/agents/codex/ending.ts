import type { DraftCall } from '../draft-state.ts';
import { isObject, objectAt, parseObject } from '../json-value.ts';
import { keptOutput } from '../kept-output.ts';
import { LIMITS } from '../kept-text.ts';
import type { SessionDraft } from '../session-draft.ts';
import { memoryOf, remember } from './memory.ts';
import type { Ending } from './output.ts';
import { noteThread, takeStatuses } from './subagents.ts';

/** Takes how one call ended; what waits for a process tells how that one ended. */
export function takeEnding(draft: SessionDraft, id: string, ending: Ending): void {
  const call = draft.callOf(id);
  if (call === undefined) return;
  const started = draft.callOf(startedBy(draft, id) ?? '');
  const memory = memoryOf(draft);
  if (started !== undefined) {
    call.result = 'ok';
    if (ending.exit !== undefined) settle(started, ending);
  } else if (ending.process === undefined || ending.exit !== undefined) settle(call, ending);
  else memory.processes = remember(memory.processes, { process: ending.process, call: id });
  if (call.tool === 'spawn_agent') noteThread(draft, id, ending.text);
  if (call.tool === 'wait_agent') takeStatuses(draft, objectAt(parseObject(ending.text) ?? {}, 'status'));
  if (call.action === 'question') noteAnswers(draft, id, ending.text);
}

/** The call that started what this one writes to or waits for: that one's end is seen here. */
export function startedBy(draft: SessionDraft, id: string): string | undefined {
  const { polls, processes } = memoryOf(draft);
  const process = polls?.findLast((poll) => poll.call === id)?.process;
  return processes?.findLast((one) => one.process === process)?.call;
}

/** An exit code is exact; without one, what is known already stays. */
export function settle(call: DraftCall, { text, exit }: Ending): void {
  if (exit !== undefined || call.result === 'open') call.result = resultOf(text, exit);
  if (call.action === 'command' && exit !== undefined) call.exitCode = exit;
  const quiet = call.result === 'ok' && ((call.action !== 'command' && call.action !== 'other') || onlyReads(call));
  if (!quiet && text.trim() !== '') call.output = keptOutput(text);
}

/** What a file holds is in the tree, whether a tool or `sed -n` showed it. */
export function onlyReads({ command = '', reads = [] }: DraftCall): boolean {
  return reads.length > 0 && !/[;&\n]/.test(command.replaceAll('2>&1', ''));
}

const INTERRUPTED =
  /^(?:Wall time: [\d.]+ seconds\n)?(?:command )?aborted by user|\bTurnAborted\b|\bapproval request aborted\b/;
const REFUSED =
  /^(?:exec command |patch )?rejected by |^This action was rejected|^automatic approval review denied|^(?:exec_command failed for [\s\S]*\b)?Rejected\(|rejected by user approval settings/i;
const FAILED = /^(?:execution error|failed|error|exec_command failed|script error|apply_patch verification failed)\b/i;

function resultOf(text: string, exit?: number): DraftCall['result'] {
  if (exit !== undefined) return exit === 0 ? 'ok' : 'failed';
  const words = text.slice(0, LIMITS.output);
  if (INTERRUPTED.test(words)) return 'interrupted';
  if (REFUSED.test(words)) return 'refused';
  return FAILED.test(words) ? 'failed' : 'ok';
}

function noteAnswers(draft: SessionDraft, id: string, text: string): void {
  const answers = objectAt(parseObject(text) ?? {}, 'answers');
  const asked = draft.state.answers.filter((one) => one.id === id);
  for (const [at, [name, answer]] of Object.entries(answers).entries()) {
    const words =
      isObject(answer) && Array.isArray(answer['answers']) ? answer['answers'].map(String) : [String(answer)];
    // The answers come in any order, by the names of their questions.
    const question = (asked.find((one) => one.name === name) ?? asked[at])?.question;
    if (question !== undefined) draft.answer(id, question, inOwnWords(words));
  }
}

const NOTE = /^user_note: /;

/** `None of the above, user_note: on the right` is on the right. */
function inOwnWords(words: readonly string[]): string {
  const isNoted = words.some((word) => NOTE.test(word));
  return words
    .filter((word) => !isNoted || word !== 'None of the above')
    .map((word) => word.replace(NOTE, ''))
    .join(', ');
}
