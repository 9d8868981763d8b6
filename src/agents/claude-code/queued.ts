import type { Turn } from '../../core/session.ts';
import { type JsonObject, textAt } from '../json-value.ts';
import { keptText, LIMITS } from '../kept-text.ts';
import type { SessionDraft } from '../session-draft.ts';
import { memoryOf } from './memory.ts';

/** What a person typed while the agent worked. */
export interface QueuedPrompt {
  readonly prompt: string;
  readonly time: string;
  /** When it left the queue; the record that shows where it went may come later, or never. */
  readonly left?: string;
}

const MAX_QUEUED = 20;

/** Tasks that report, and commands of the client: each has a record of its own once it is its turn. */
const NOT_TYPED = /^\s*(?:$|<|\{"task_id"|\/[\w:-]+(?:\s|$))/;

/** Follows the queue. Whoever removes without a name removes the oldest; what the user takes back is gone. */
export function noteQueue(draft: SessionDraft, record: JsonObject): void {
  const memory = memoryOf(draft);
  const queued = memory.queued ?? [];
  const [operation, content] = [textAt(record, 'operation'), textAt(record, 'content')];
  const time = textAt(record, 'timestamp');
  if (operation === 'enqueue' && !NOT_TYPED.test(content)) {
    memory.queued = [...queued, { prompt: keptText(content, LIMITS.prompt), time }].slice(-MAX_QUEUED);
  }
  if (operation === 'popAll') delete memory.queued;
  if (operation !== 'remove' || (content !== '' && NOT_TYPED.test(content))) return;
  const at = queued.findIndex(({ left }) => left === undefined);
  if (at >= 0) memory.queued = queued.map((one, place) => (place === at ? { ...one, left: time } : one));
}

/** The agent speaks: what left the queue before has reached it. Records are written late, so their times decide. */
export function openQueued(draft: SessionDraft, now: string): void {
  const memory = memoryOf(draft);
  const reached = memory.queued?.filter(({ left }) => left !== undefined && left < now) ?? [];
  if (reached.length === 0) return;
  memory.queued = memory.queued?.filter((one) => !reached.includes(one)) ?? [];
  for (const { prompt, time } of reached) draft.openTurn({ prompt, time });
}

/** A prompt with a record of its own: it waits no longer. Nobody types anew while something waits, so the rest was taken back. */
export function takeFromQueue(draft: SessionDraft, prompt: string): void {
  const memory = memoryOf(draft);
  if (memory.queued === undefined) return;
  const text = keptText(prompt, LIMITS.prompt);
  const rest = memory.queued.filter((one) => !text.includes(one.prompt.trim()));
  if (rest.length === memory.queued.length) delete memory.queued;
  else memory.queued = rest;
}

/** What waits where the transcript ends: the agent has not seen it. */
export function waitingTurns(draft: SessionDraft): readonly Turn[] {
  return (memoryOf(draft).queued ?? []).map(({ prompt, time }) => ({ prompt, time, steps: [], outcome: 'open' }));
}
