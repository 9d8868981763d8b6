import { withoutScraps } from './agent-sentences.ts';
import { claimIn } from './claims.ts';
import { asksForDraft, withDraft } from './draft.ts';
import { flatProse } from './flat-prose.ts';
import { isNarration } from './narration.ts';
import { splitSentences } from './sentences.ts';
import { proposesPlan, withSpokenPlan } from './spoken-plan.ts';

/** Of one that asks about a draft, with the draft; of a plan that waits for an answer, which is nowhere else; of one that is being carried out. */
const WITH_DRAFT = 5000;
export const WITH_PLAN = 10_000;
const NEWEST_PLAN = 5000;
/** So many turns later, the answer has been worked in. */
const DRAFT_TURNS = 1;
/** `Now update the tests:` says nothing afterwards. */
const MIN_COMMENTARY = 60;

export interface Said {
  readonly by: 'user' | 'agent';
  readonly turn: number;
  readonly text: string;
  /** Comes when the rest had its room: said on the way to a report, or by a program in the user's place. */
  readonly minor: boolean;
  /** How much of it is told at least: of a draft that its end asks about, of a plan. */
  readonly most?: number | undefined;
}

export interface Place {
  /** How many turns came after it. */
  readonly age: number;
  /** Neither it nor a later turn came to its end. */
  readonly isOpen: boolean;
  /** No later turn came to its end: what it ends with is what is carried out. */
  readonly isNow: boolean;
  /** The agent has said nothing later. */
  readonly isNewest: boolean;
  readonly present: ReadonlySet<string>;
  /** What came back to it and was not told yet, and what an edit that failed was to put in. */
  readonly brought: readonly Brought[];
}

/** What a subagent or a page answered, and the step of the turn that asked for it. */
export interface Brought {
  readonly step: number;
  readonly text: string;
}

/** Who says so much after an answer has told of it. */
export const TELLING = 300;

/** Words without their marks: a plan with its headings, the draft and the code that the user is shown last. */
export function toldText(said: string, place: Place, isLast: boolean): Pick<Said, 'text' | 'most'> {
  const text = withoutScraps(said, '…');
  const code = place.isNewest && isLast ? 'whole' : 'short';
  if (proposesPlan(text)) {
    const carriedOut = place.isNow ? NEWEST_PLAN : undefined;
    const isUnanswered = place.age === 0;
    return { text: withSpokenPlan(text, isUnanswered, code), most: isUnanswered ? WITH_PLAN : carriedOut };
  }
  if (!isLast || place.age > DRAFT_TURNS || !asksForDraft(text))
    return { text: flatProse(text, code), most: undefined };
  return { text: flatProse(withDraft(text), code), most: WITH_DRAFT };
}

/** More than that something is about to be looked at. */
export function isTelling(text: string): boolean {
  return text.length >= MIN_COMMENTARY && splitSentences(text).some((sentence) => !isNarration(sentence));
}

/** A remark on the way without what the agent was about to do; empty when it claims nothing. */
export function claimedIn(text: string): string {
  if (!isMoreThanNarration(text)) return '';
  if (text.includes('\n')) return text;
  return splitSentences(text)
    .filter((sentence) => claimIn(sentence) !== '' && (sentence.length >= MIN_COMMENTARY || /[`\d/]/.test(sentence)))
    .join(' ');
}

/** `Let me look at the tests now.` says nothing afterwards. */
function isMoreThanNarration(text: string): boolean {
  return text.length >= MIN_COMMENTARY && splitSentences(text).some((sentence) => claimIn(sentence) !== '');
}
