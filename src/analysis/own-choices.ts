import { proseLines } from './agent-words.ts';
import { pointsBelow } from './listed-points.ts';
import { namesIn } from './present-names.ts';
import { splitSentences } from './sentences.ts';
import type { TurnView } from './session-view.ts';

/** `I need to use X instead of Y`, `I'll put it in x.ts, where both can import it` */
const CHOOSES =
  /^(?:(?:so|then|now|actually|instead|ok(?:ay)?),? )*(?:i(?:['’]ll| will| need to| have to| should)|let me) ((?:use|put|keep|store|move|place|add|switch to|go with|return|pass|derive|make)\b.{12,260})$/i;
const REASON =
  /\b(?:instead of|rather than|because|so that|where (?:both|all|each|it|they)|so (?:the |both |all |each )?\w+ (?:can|wraps?|fits?|stays?|keeps?|works?|is|are|does)(?:n['’]t)?)\b/i;
/** `So the keys have no prefix. The fix is:` heads what is to be done. */
const FIX = /(?:^|[.!;] )(?:so,? )?the fix(?:es)? (?:is|are)(?: \w+){0,3}:$/i;
const MAX_POINTS = 3;
/** So many steps later, the edit may be for something else. */
const SOON = 8;

/** What the agent chose on the way, for a reason or as the fix, and then went on to edit. */
export function ownChoices({ turn: { steps } }: TurnView): string[] {
  return steps.flatMap((step, at) => {
    if (step.kind !== 'text') return [];
    const isDone = steps
      .slice(at + 1, at + 1 + SOON)
      .some((later) => later.kind === 'tool' && later.call.action === 'edit' && later.call.result === 'ok');
    return isDone ? [...chosenIn(step.text), ...fixesIn(step.text)] : [];
  });
}

function chosenIn(text: string): string[] {
  return proseLines(text)
    .flatMap(splitSentences)
    .flatMap((sentence) => CHOOSES.exec(sentence)?.[1] ?? [])
    .filter((choice) => REASON.test(choice) && namesIn(choice).length > 0)
    .map((choice) => `${choice.charAt(0).toUpperCase()}${choice.slice(1).replace(/[.:\s]+$/, '')}`);
}

function fixesIn(text: string): string[] {
  return pointsBelow(text, FIX)
    .slice(0, MAX_POINTS)
    .map((point) => `Fix: ${point}`);
}
