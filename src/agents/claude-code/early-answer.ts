import { defined } from '../../core/defined.ts';
import { objectAt } from '../json-value.ts';
import { keptOutput } from '../kept-output.ts';
import type { SessionDraft } from '../session-draft.ts';
import { memoryOf } from './memory.ts';
import type { ToolAnswer } from './tool-answer.ts';

const MAX_EARLY = 10;
/** What is needed of a result beside its text; whole files lie in it too. */
const NEEDED = ['agentId', 'answers', 'backgroundTaskId', 'plan', 'returnCodeInterpretation', 'task'];

/** A tool that is quick may have answered before its call is written down. */
export function keepEarlyAnswer(draft: SessionDraft, answer: ToolAnswer): void {
  const { startLine, numLines } = objectAt(answer.result, 'file');
  const needed = NEEDED.filter((key) => key in answer.result).map((key) => [key, answer.result[key]]);
  const result = { ...Object.fromEntries(needed), file: defined({ startLine, numLines }) };
  const kept = { ...answer, text: keptOutput(answer.text), result };
  const memory = memoryOf(draft);
  memory.early = [...(memory.early ?? []), kept].slice(-MAX_EARLY);
}

/** The answer that a call had before it was known, once. */
export function takeEarlyAnswer(draft: SessionDraft, id: string): ToolAnswer | undefined {
  const memory = memoryOf(draft);
  const answer = memory.early?.find((one) => one.id === id);
  if (answer !== undefined) memory.early = memory.early?.filter((one) => one !== answer) ?? [];
  return answer;
}
