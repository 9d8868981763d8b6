import { isGiven } from '../core/given.ts';
import type { Analysis, Evidence } from '../core/note.ts';
import type { FindLater, Later } from './later.ts';
import { isShift } from './prompt-kind.ts';
import { subjectWords } from './sentences.ts';

type OpenEnd = 'current_state' | 'next_actions' | 'blockers';
type Goal = 'problem' | 'session_intent' | 'current_task';

/** Which of the words that somebody gave with a save are in force: until the session shows otherwise. */
export class GivenWords {
  readonly #before: Analysis;
  readonly #later: (from: Evidence | undefined) => Later;

  constructor(before: Analysis, { later, since }: { readonly later: FindLater; readonly since: string | undefined }) {
    this.#before = before;
    this.#later = (from) => later(from?.at ?? since);
  }

  /** The summary line names the work until the user sets another goal. */
  get keepsSummary(): boolean {
    const from = this.#before.evidence?.['summary'];
    return isGiven(from) && this.#later(from).goals.length === 0;
  }

  /** Undefined where nobody gave the field. */
  keeps(field: Goal, isFromTasks: boolean): boolean | undefined {
    const from = this.#before.evidence?.[field];
    if (!isGiven(from)) return undefined;
    const { goals, listed, done } = this.#later(from);
    const text = this.#before[field];
    if (field !== 'current_task') return !goals.some((goal) => isShift(text, goal));
    return goals.length === 0 && !(listed && isFromTasks) && !done.some((task) => isSameThing(task, text));
  }

  isInForce(field: OpenEnd, text: string, from: Evidence | undefined): boolean {
    if (!isGiven(from)) return false;
    const later = this.#later(from);
    if (later.goals.some((goal) => isShift(this.#aim, goal))) return false;
    return !settles[field](text, later);
  }

  /** What the work was about, in all the words there are. */
  get #aim(): string {
    const { problem, session_intent, current_task, next_actions } = this.#before;
    return [problem, session_intent, current_task, ...next_actions].join('\n');
  }
}

const CHECKS = { test: /\btest/i, build: /\b(?:build|compil)/i, lint: /\b(?:lint|typecheck)/i } as const;
const FAILING = /\b(?:fail\w*|red|broken|errors?|crash\w*|not (?:pass|build|compile))\b/i;
const PASSING = /\b(?:pass(?:es|ed|ing)?|green|clean|ok|succeed\w*)\b/i;

/** How the session shows that a given line holds no longer. */
const settles: Readonly<Record<OpenEnd, (text: string, later: Later) => boolean>> = {
  current_state: (text, { checked }) =>
    (FAILING.test(text) || PASSING.test(text)) &&
    (['test', 'build', 'lint'] as const).some((kind) => checked.has(kind) && CHECKS[kind].test(text)),
  next_actions: (text, { done, goals }) => [...done, ...goals].some((other) => isSameThing(other, text)),
  // A green check settles what failed, not what somebody waits for.
  blockers: (text, { checked }) => checked.has('passed') && FAILING.test(text),
};

/** Two thirds of what the shorter text speaks of is in the other. */
function isSameThing(one: string, other: string): boolean {
  const [few, many] = [subjectWords(one), subjectWords(other)].toSorted((a, b) => a.size - b.size);
  if (few === undefined || many === undefined || few.size === 0) return false;
  return [...few].filter((word) => many.has(word)).length * 3 >= few.size * 2;
}
