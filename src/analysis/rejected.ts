import type { AgentSentence } from './agent-sentences.ts';
import { subjectWords } from './sentences.ts';
import type { TurnView } from './session-view.ts';

/** The user dislikes what the agent has just shown. */
const DISLIKES =
  /\b(?:i (?:really )?(?:hate|dislike)|(?:don['’]?t|do not|didn['’]?t) (?:really )?like|not what i (?:want|wanted|mean|meant|asked|had)|(?:looks?|is|are|reads?|feels?|seems?) (?:so |too |really |kinda )?(?:bad|ugly|awful|terrible|horrible|weird)|undo (?:that|this|it)|revert (?:that|this|it)|go back to|scrap (?:that|this|it))\b|^(?:ew+|ugh|yuck|nah|nope)\b/i;
/** What is named behind these words shall not be. */
const AWAY =
  /\b(?:instead of|rather than|get rid of|no more|(?:don['’]?t|do not) (?:want|like|use)|hate|not in|remove)\s+(?:the |a |an |any |all |this |that |those |these )?([^.,;!?\n]{3,40})/gi;
const AWAY_WORDS = 2;

/** What one prompt turns down. */
interface Rejection {
  readonly turn: number;
  /** All that the turn before it showed. */
  readonly dislikes: boolean;
  /** The nouns of each thing that shall not be. */
  readonly things: readonly (readonly string[])[];
}

export function rejectionsIn(turns: readonly TurnView[]): Rejection[] {
  return turns.flatMap(({ number, typed, words }) => {
    const said = typed || words;
    const things = [...said.matchAll(AWAY)]
      .map(([, named = '']) => [...subjectWords(named)].slice(0, AWAY_WORDS))
      .filter((nouns) => nouns.length > 0);
    const dislikes = DISLIKES.test(said);
    return dislikes || things.length > 0 ? [{ turn: number, dislikes, things }] : [];
  });
}

/** Whether a later prompt turns down what a sentence of the agent describes. */
export function isRejected({ text, turn }: AgentSentence, rejections: readonly Rejection[]): boolean {
  const later = rejections.filter((rejection) => rejection.turn > turn);
  if (later.length === 0) return false;
  const mine = subjectWords(text);
  return later.some(
    (rejection) =>
      (rejection.dislikes && rejection.turn === turn + 1) ||
      rejection.things.some((nouns) => nouns.every((word) => mine.has(word))),
  );
}
