import { proseLines } from './agent-words.ts';
import { cutWords, plainLine } from './sentences.ts';

const PART = /\b(phase|step|stage|milestone|part|option|plan|approach|variant) ([0-9]{1,2}|[a-h])(?![\w.])/i;
const MAX_PART = 160;
const MAX_WORDS = 12;
/** Speaks of a part without taking it. */
const NOT_TAKEN =
  /\?|\b(?:not|don['’]?t|no|skip|drop|without|after|before|until|done|finished|later|what|how|why|branch|pr|worktree|commit)\b/i;

/** `Phase 0 (now): keep it headless`, where a reply says `let's go on with phase 0`; empty when the agent named no such part. */
export function partNamed(closing: string, reply: string): string {
  const [, kind, key] = PART.exec(reply) ?? [];
  const isTaken = reply.trim().split(/\s+/).length <= MAX_WORDS && !NOT_TAKEN.test(reply);
  if (kind === undefined || key === undefined || !isTaken) return '';
  const head = new RegExp(`^${kind} ${key}\\b(?: \\([^)]{1,40}\\))?\\s*[:—–-]\\s*\\S`, 'i');
  const line = proseLines(closing)
    .map((one) => plainLine(one))
    .find((one) => head.test(one));
  return line === undefined ? '' : cutWords(line, MAX_PART);
}
