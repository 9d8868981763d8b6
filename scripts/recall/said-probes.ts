import { passagesOf, sentencesOf } from './passages.ts';
import { editTargets } from './paths-of.ts';
import type { RawEvent, RawSession } from './raw-event.ts';
import { normalise } from './score.ts';

export const saidKinds = ['findings', 'last report'] as const;

/** A sentence of the agent that its successor should know. */
export interface Said {
  readonly kind: (typeof saidKinds)[number];
  readonly sentence: string;
}

export interface SaidHit extends Said {
  readonly hit: boolean;
}

const LAST_FINDINGS = 10;
/** Where nothing happened afterwards, what was found out for so many prompts may be needed. */
const LAST_PROMPTS = 3;
const COMMENTARIES = 3;
/** A report of a hundred sentences fits into no pack, and is one report all the same. */
const MAX_REPORT = 20;
/** What follows may be cut off in a pack. */
const MAX_LENGTH = 250;
const MIN_LENGTH = 25;
/** Of the words of a sentence, as many must stand together. */
const SHARE = 0.7;

const CUE =
  /\b(?:root cause|because|turns? out|only|must|confirm(?:ed|s)|not supported|unsupported|recommend(?:ed)?|cannot|can't|doesn't|does not|never|always|instead of|rather than|due to|caused? by|means|found|missing|broken|bug|issue|problem|requires?|wrong|correct|fail(?:s|ed)|pass(?:es|ed)|without|actually|the reason|verified)\b/i;
/** An identifier, a path, a flag, a number, something in backticks. */
const POINT = /`[^`]+`|[a-z]+[A-Z]\w*|\b\w+_\w+|\b[\w-]+\/[\w./-]+|\b\w+\.[a-z]{1,4}\b|\B--[a-z]|\d/;
const NARRATION = /^(?:now,? |ok(?:ay)?,? |good[.,]? |next,? |first,? )*(?:let me|let's|let us)\b/i;

/** What somebody is about to do was not found out. */
const INTENT =
  /^(?:\w+[,:.] |and |so |then |also )*(?:(?:I|we)(?:'|’)?(?:ll| will|(?:'|’)?m| am|(?:'|’)?re| are| want| need| should)\b|next\b|going to\b|if you (?:want|like)\b)/i;

/** How checks went is told as state; a question, a step, an offer, what was true for a moment and the heading of an alternative were not found out. */
const NO_FINDING =
  /\b\d+ passed\b|\b(?:tests?|build|lint)\b.{0,30}\b(?:pass(?:es|ed)?|clean|green)\b|\b(?:is|are) (?:now |still )?(?:running|waiting|seeing|ahead|behind)\b|\bcurrently\b|^(?:if|once|when)\b.{3,120}\bI(?:'|’)ll\b|^\**(?:option|phase|alternative) \w{1,2}\b|^\*\*[^*]+\*\*$|✅|[:?]$|^now\b|\bI(?:'|’)(?:ll|m)\b/i;

/** A path, an identifier, a flag, something in backticks: what hardly comes up again by chance. */
const NAME = /`[^`]+`|[a-z]+[A-Z]\w*|\b\w+_\w+|\b[\w-]+\/[\w./-]+|\b\w+\.[a-z]{1,4}\b|\B--[a-z][\w-]*/g;

/** What was offered, and what was done: the one may never have been taken up, the other is told as state. */
const OFFER =
  /\b(?:if (?:you (?:prefer|like|want)|helpful)|(?:we|I) can (?:also )?(?:add|do|make|run)|you can (?:reply|choose|also)|would you)\b/i;
const DONE =
  /^(?:[-*] )?(?:I(?:['’]ve)? (?:also |now |just )*(?:added|built|changed|created|fixed|made|moved|removed|renamed|replaced|updated|wrote)|(?:[A-Z]\w+ )?(?:added|fixed|updated|created|removed)|[\w ]{3,30} (?:added|fixed|updated) (?:for|in|to))\b/;
/** A problem that an edit came after is being dealt with. */
const PROBLEM =
  /\b(?:issue|problem|bug|error|broken|missing|wrong|incorrect|blank|fail(?:s|ed|ures?|ing)?|does ?n[o'’]t|ca ?n[o'’]t|wo ?n[o'’]t|cannot|not)\b/i;

/**
 * What the agent said that its successor should know: its last report, and of what it had found out that which the rest of the session
 * came back to, by a name, and which no edit has overtaken.
 */
export function saidProbes(session: RawSession, rest: readonly RawEvent[] = []): Said[] {
  const isNeeded = isNamedIn(rest.map(textOfEvent).join('\n'));
  const events = rest.length === 0 ? sinceLastPrompts(session.events) : session.events;
  const lastEdit = events.findLastIndex((event) => event.kind === 'call' && editTargets(event.call).length > 0);
  const findings = events.flatMap((event, at) =>
    event.kind !== 'assistant'
      ? []
      : telling(withoutPlan(event.text)).filter(
          (sentence) =>
            isFinding(sentence) &&
            (rest.length === 0 || isNeeded(sentence)) &&
            !(at < lastEdit && PROBLEM.test(sentence)),
        ),
  );
  return [
    ...[...new Set(findings)].slice(-LAST_FINDINGS).map((sentence) => ({ kind: 'findings' as const, sentence })),
    ...[...new Set(lastReport(session.events).flatMap(telling))].slice(0, MAX_REPORT).map((sentence) => ({
      kind: 'last report' as const,
      sentence,
    })),
  ];
}

function isFinding(sentence: string): boolean {
  if (!CUE.test(sentence) || !POINT.test(sentence)) return false;
  return ![INTENT, NO_FINDING, OFFER, DONE].some((other) => other.test(sentence));
}

function isNamedIn(text: string): (sentence: string) => boolean {
  return (sentence) => (sentence.match(NAME) ?? []).some((name) => text.includes(name.replace(/^`|`$/g, '')));
}

function sinceLastPrompts(events: readonly RawEvent[]): readonly RawEvent[] {
  const prompts = events.flatMap(({ kind }, at) => (kind === 'user' ? [at] : []));
  return events.slice(prompts.at(-LAST_PROMPTS) ?? 0);
}

function textOfEvent(event: RawEvent): string {
  return event.kind === 'call' ? JSON.stringify(event.call.input) : event.text;
}

/** The steps of a plan are to be done, and not found out. */
function withoutPlan(text: string): string {
  return text.replace(/<proposed_plan>[\s\S]*?(?:<\/proposed_plan>|$)/g, '');
}

/** The last message; of a turn that still runs its last commentaries. */
function lastReport(events: readonly RawEvent[]): string[] {
  const asked = events.findLastIndex(({ kind }) => kind === 'user');
  const textsOf = (some: readonly RawEvent[]) =>
    some.flatMap((event) => (event.kind === 'assistant' && event.text.trim() !== '' ? [event.text] : []));
  const now = textsOf(events.slice(asked + 1));
  if (now.length === 0) return textsOf(events).slice(-1);
  return now.slice(events.at(-1)?.kind === 'call' ? -COMMENTARIES : -1);
}

/** Sentences with content: no code, no headings, no announcements, nothing for the window of the agent's program. */
function telling(text: string): string[] {
  const prose = text.replace(/^\s*```[\s\S]*?^\s*```/gm, '').replace(/^::[\w-]+\{.*\}\s*$/gm, '');
  return sentencesOf(prose).filter(
    (sentence) => sentence.length >= MIN_LENGTH && wordsOf(sentence).length >= 3 && !NARRATION.test(sentence),
  );
}

export function scoreSaid(probes: readonly Said[], text: string): SaidHit[] {
  const passages = passagesOf(text).map((passage) => new Set(wordsOf(passage)));
  return probes.map((probe) => {
    const words = [...new Set(wordsOf(probe.sentence.slice(0, MAX_LENGTH)))];
    const hit = passages.some((passage) => words.filter((word) => passage.has(word)).length >= SHARE * words.length);
    return { ...probe, hit };
  });
}

function wordsOf(text: string): string[] {
  return normalise(text).match(/[\p{L}\p{N}_]{4,}|\p{N}+/gu) ?? [];
}
