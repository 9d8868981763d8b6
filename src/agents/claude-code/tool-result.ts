import type { ToolCall } from '../../core/session.ts';
import type { DraftCall } from '../draft-state.ts';
import { isObject, type JsonObject, numberAt, objectAt, objectsAt, textAt } from '../json-value.ts';
import { keptOutput } from '../kept-output.ts';
import { keptText, LIMITS } from '../kept-text.ts';
import { isQuiet } from '../quiet-call.ts';
import type { SessionDraft } from '../session-draft.ts';
import { noteBackground } from './background.ts';
import { keepEarlyAnswer } from './early-answer.ts';
import { rememberTask } from './memory.ts';
import { createTask, replaceTasks } from './tasks.ts';
import { blocksText, refusalWords, type ToolAnswer } from './tool-answer.ts';

const NO_OUTPUT = '(Bash completed with no output)';
const EXIT = /^(?:Error: )?Exit code (\d+)\n?/;

/** Puts the answer to its call, and into what the call was about: tasks, plans, questions, subagents. */
export function applyToolAnswer(draft: SessionDraft, answer: ToolAnswer): void {
  const call = draft.callOf(answer.id);
  if (call === undefined) {
    keepEarlyAnswer(draft, answer);
    return;
  }
  call.result = outcomeOf(answer);
  const task = textAt(answer.result, 'backgroundTaskId') || textAt(answer.result, 'agentId');
  if (task !== '') rememberTask(draft, task, answer.id);
  if (call.action === 'command') noteExit(call, answer);
  noteBackground(draft, call, answer);
  if (call.action === 'read') noteLines(call, answer.result);
  const output = outputOf(call, answer);
  if (output !== '') call.output = keptOutput(output);
  if (call.action === 'agent' && answer.stopped !== 'interrupted') noteSubagent(draft, answer);
  else if (call.action === 'question') noteAnswers(draft, answer);
  else if (call.action === 'plan' && answer.stopped === undefined) notePlan(draft, call, answer);
}

function outcomeOf(answer: ToolAnswer): ToolCall['result'] {
  if (answer.stopped !== undefined) return answer.stopped;
  // A command in the background has not ended yet; a notification will tell.
  if ('backgroundTaskId' in answer.result) return 'open';
  return answer.failed ? 'failed' : 'ok';
}

/** What the call printed, without the client's own words around it. */
function outputOf(call: ToolCall, answer: ToolAnswer): string {
  if (isQuiet(call) || call.result === 'open' || answer.text === NO_OUTPUT) return '';
  return refusalWords(answer) || answer.text.replace(EXIT, '');
}

function noteExit(call: DraftCall, answer: ToolAnswer): void {
  const code = EXIT.exec(answer.text)?.[1];
  if (code !== undefined) call.exitCode = Number(code);
  // A return code that was explained away was not 0.
  else if (call.result === 'ok' && !('returnCodeInterpretation' in answer.result)) call.exitCode = 0;
}

function noteLines(call: { lines?: string }, result: JsonObject): void {
  const file = objectAt(result, 'file');
  const [start, count] = [numberAt(file, 'startLine'), numberAt(file, 'numLines')];
  if (start !== undefined && count !== undefined && count > 0) call.lines = `${start}-${start + count - 1}`;
}

function noteSubagent(draft: SessionDraft, answer: ToolAnswer): void {
  const subagent = draft.subagentOf(answer.id);
  if (subagent === undefined || answer.result['isAsync'] === true) return;
  const report = objectsAt(answer.result, 'content').filter((block) => !isFrame(textAt(block, 'text')));
  subagent.result = keptText(report.length > 0 ? blocksText(report) : answer.text, LIMITS.subagentResult);
}

function isFrame(text: string): boolean {
  return text.startsWith('<tools-used-before-summary>');
}

function noteAnswers(draft: SessionDraft, answer: ToolAnswer): void {
  const answers = answer.result['answers'];
  if (!isObject(answers)) return;
  for (const [question, words] of Object.entries(answers)) {
    if (typeof words === 'string') draft.answer(answer.id, question, words);
  }
}

function notePlan(draft: SessionDraft, call: ToolCall, answer: ToolAnswer): void {
  if (call.tool === 'TaskCreate' && !answer.failed) createTask(draft, call.description ?? '', answer);
  if (call.tool === 'TaskList') replaceTasks(draft, objectsAt(answer.result, 'tasks'));
  const plan = draft.planOf(answer.id);
  if (plan === undefined) return;
  plan.approved = !answer.failed;
  if (plan.text === '') plan.text = keptText(textAt(answer.result, 'plan'), LIMITS.plan);
}
