import { findDeliveries } from './deliveries.ts';
import { cutWords, splitSentences, withoutPastes } from './sentences.ts';
import type { CallView, Item, SessionView, TurnView } from './session-view.ts';

/** What comes last in a piece of work, and which call it takes. */
const KINDS = [
  {
    order: /^push\b(?! (?:back|notifications?|button)\b)/i,
    call: /\bgit\b.{0,60} push\b|\bgh repo create\b.{0,200}--push\b/,
    what: 'push',
  },
  {
    order:
      /^(?:open|create|make|submit|raise) (?:an? |the )?(?:(?:new|draft) )?(?:pr|mr|pull request|merge request)\b/i,
    call: /\bg[hl]\w* (?:pr|mr) create\b/,
    tool: /create_(?:pull|merge)_request/i,
    what: 'pull request',
  },
  {
    order: /^(?:squash[- ])?merge (?:it|this|that|pr|mr|(?:the |this )?(?:pr|mr|pull request|branch))\b/i,
    call: /\bgh pr merge\b|\bglab mr merge\b|\bgit\b.{0,60} merge\b/,
    tool: /merge_(?:pull|merge)_request/i,
    what: 'merge',
  },
] as const;

const POLITE =
  /^(?:(?:and|then|also|finally|now|please|just|go ahead|afterwards|once done|when (?:done|finished)|yes|ok(?:ay)?|(?:can|could) you|in order to|to)\b[ ,]*)*/i;

/** Pushes, pull requests and merges of the work that still runs which the user has ordered, or the agent set out on one after the other, and that nobody has made since: `fix it, then push`. */
export function orderedDeliveries(view: SessionView, known: readonly Item[]): Item[] {
  const last = view.turns.at(-1);
  if (last === undefined || last.finished || last.turn.steps.length === 0) return [];
  const asked = chainOf(view.turns);
  const announced = leftOf(announcedIn(last), { view, known, turn: last });
  if (announced.length > 0)
    return [
      { text: `Then, as the agent announced: ${announced.join('; ')}`, from: { by: 'agent', turn: last.number } },
    ];
  const left = asked.flatMap((turn) => leftOf(clausesOf(turn.words), { view, known, turn }));
  const clauses = [...new Set(left)].slice(-MAX_ORDERS);
  if (clauses.length === 0) return [];
  const from = { by: 'user', turn: asked.at(-1)?.number ?? last.number } as const;
  return [{ text: `Then, as the user asked: ${clauses.join('; ')}`, from }];
}

interface Place {
  readonly view: SessionView;
  readonly known: readonly Item[];
  readonly turn: TurnView;
}

/** Of these clauses those that order a delivery which nobody has made or told. */
function leftOf(clauses: readonly string[], { view, known, turn }: Place): string[] {
  return clauses.flatMap((clause) => {
    const kind = kindOf(clause);
    return kind === undefined || isMade(view, turn, kind) || isTold(known, kind) ? [] : [cutWords(clause, MAX_CLAUSE)];
  });
}

function kindOf(clause: string): Kind | undefined {
  return KINDS.find(({ order }) => order.test(clause));
}

const ANNOUNCES = /^.*?\b(?:i['’]ll|i will|i['’]m going to|let me)\s+/i;

/** `I'll commit, push, create a PR, and merge it`: the newest sentence that sets out on several of them; each may be the last. */
function announcedIn({ turn: { steps } }: TurnView): string[] {
  const sentences = steps.flatMap((step) => (step.kind === 'text' ? splitSentences(withoutPastes(step.text)) : []));
  const clauses = sentences
    .filter((sentence) => ANNOUNCES.test(sentence))
    .map((sentence) => clausesOf(sentence.replace(ANNOUNCES, '')));
  const kinds = (all: readonly string[]) => new Set(all.flatMap((clause) => kindOf(clause) ?? []));
  return clauses.findLast((all) => kinds(all).size > 1) ?? [];
}

const MAX_ORDERS = 3;
const MAX_CLAUSE = 80;
const MAX_WORDS = 1500;

/** The last prompt, and the request before it where it only answers a question. */
function chainOf(turns: readonly TurnView[]): readonly TurnView[] {
  const start = turns.findLastIndex(({ kind }) => kind !== 'answer' && kind !== 'agreement' && kind !== 'nothing');
  return turns.slice(Math.max(0, start));
}

/** A pasted plan or brief has clauses of all kinds; what is ordered at a prompt is short. */
function clausesOf(words: string): string[] {
  if (words.length > MAX_WORDS) return [];
  return words
    .split(/[.,;:!?\n]+|\band\b|\bthen\b|\bso that\b|(?=\bin order to\b)/i)
    .map((clause) => clause.trim().replace(POLITE, ''));
}

type Kind = (typeof KINDS)[number];

function isMade(view: SessionView, { number }: TurnView, kind: Kind): boolean {
  const { what } = kind;
  if (findDeliveries(view).some((one) => one.what === what && one.turn >= number)) return true;
  return view.calls.some((entry) => entry.turn >= number && wentWell(entry) && isCallOf(entry, kind));
}

function isCallOf({ call }: CallView, kind: Kind): boolean {
  return kind.call.test(call.command ?? '') || ('tool' in kind && kind.tool.test(call.tool));
}

/** One that is under way is told as that. */
function wentWell({ call, failed }: CallView): boolean {
  return !failed && (call.result === 'ok' || call.result === 'open');
}

const WORDS = {
  push: /\bpush/i,
  'pull request': /\b(?:pr|mr|pull request|merge request)\b/i,
  merge: /\bmerg/i,
} as const;

function isTold(known: readonly Item[], { what }: Kind): boolean {
  return known.some(({ text }) => WORDS[what].test(text));
}
