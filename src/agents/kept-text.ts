import type { Todo } from '../core/session.ts';
import { redact } from '../redaction/redact.ts';

/** How much of a text is kept, in UTF-16 units. One table, so that the memory of a session can be summed up. */
export const LIMITS = {
  prompt: 16_000,
  olderPrompt: 1500,
  text: 6000,
  output: 4096,
  change: 2048,
  command: 2000,
  description: 300,
  path: 1024,
  plan: 16_000,
  question: 1000,
  optionLabel: 200,
  optionDescription: 300,
  orders: 8000,
  recap: 1000,
  thought: 600,
  compaction: 12_000,
  subagentResult: 14_000,
  subagentOrders: 2000,
  todo: 500,
  todoDescription: 300,
  todoOwner: 60,
} as const;

/** A task with as much of its words as is kept. A description that only says the title again is none. */
export function keptTodo({ description = '', owner, ...todo }: Todo): Todo {
  const text = keptText(todo.text, LIMITS.todo);
  const more = keptText(description, LIMITS.todoDescription);
  return {
    ...todo,
    text,
    ...(more === '' || more === text ? {} : { description: more }),
    ...(owner === undefined ? {} : { owner: keptText(owner, LIMITS.todoOwner) }),
  };
}

const TERMINAL_SEQUENCE = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** The text to keep: whole up to the limit, else its head and tail, without anything that could drive a terminal. */
export function keptText(text: string, limit: number): string {
  const plain = shorten(text, limit).replace(TERMINAL_SEQUENCE, '').replace(/\r\n/g, '\n').replace(CONTROL, '');
  return detach(plain.trim());
}

/** What an agent said, without reasoning that some models write into it. */
export function spokenText(text: string): string {
  return text.includes('<think') ? text.replace(/<(think|thinking)>[\s\S]*?(?:<\/\1>|$)/g, '') : text;
}

/** As much of what an agent said as is kept: a plan stands nowhere else. */
export function keptSpoken(text: string): string {
  const spoken = spokenText(text);
  return keptText(spoken, spoken.includes('<proposed_plan>') ? LIMITS.plan : LIMITS.text);
}

/** A kept text, shortened further. */
export function shortened(text: string, limit: number): string {
  return text.length <= limit ? text : keptText(text, limit);
}

/** Takes the middle out of a long text and says how much is gone. Half of a secret is not recognised any more: it goes first. */
function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = Math.floor(limit * 0.66);
  const tail = Math.max(0, limit - head - 40);
  if (text.length > limit + 2 * MAX_SECRET_LENGTH) {
    const [first, last] = [
      text.slice(0, lineEndAfter(text, head + SECRET_LENGTH)),
      text.slice(-tail - MAX_SECRET_LENGTH),
    ];
    const end = redact(last).text;
    return joined(redact(first).text.slice(0, head), text.length - head - tail, end.slice(end.length - tail));
  }
  const clean = redact(text).text;
  if (clean.length <= limit) return clean;
  const from = clean.length - tail;
  return joined(clean.slice(0, head), from - head, clean.slice(from));
}

/**
 * What is cut out anyway is not searched for secrets, but for the length of one beside either end. What shows a secret stands before it, as
 * far as a table or a key goes back; behind the head only its own line may go on.
 */
const MAX_SECRET_LENGTH = 8192;
const SECRET_LENGTH = 1024;

function lineEndAfter(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  const furthest = from + MAX_SECRET_LENGTH;
  return end === -1 ? furthest : Math.min(end, furthest);
}

function joined(head: string, cut: number, tail: string): string {
  return `${head}\n… [${cut} characters cut] …\n${tail}`;
}

/** A slice holds its whole parent in memory, here a line of megabytes; a copy frees it. Lone surrogates are replaced. */
function detach(text: string): string {
  return text.length < 13 ? text : Buffer.from(text, 'utf8').toString('utf8');
}
