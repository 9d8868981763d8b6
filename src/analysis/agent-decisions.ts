import { proseLines } from './agent-words.ts';
import { reportAsImperative } from './imperative.ts';
import { pointsBelow } from './listed-points.ts';
import { findChoice } from './options.ts';
import { ownChoices } from './own-choices.ts';
import { plainLine, splitSentences } from './sentences.ts';
import { isEdit, type TurnView } from './session-view.ts';

const HEADING =
  /^(?:#+\s*)?(?:\*\*)?(?:key |design |main |notable |the |some |a few )?(?:(?:decisions?|choices|judge?ment calls)(?: i| we)?(?: made| taken| so far| i['’]m building on| worth (?:flagging|noting|knowing|calling out|mentioning)| to (?:flag|note|know|be aware of)| of note)?|trade-?offs (?:(?:i|we) )?(?:made|accepted|taken))(?: \([^)]{1,60}\))?(?:\*\*)?:?(?:\*\*)?\s*$|^(?:\*\*)?confirmed\b[.,:—– ]+(?:here['’]s )?what (?:that|this) means\b[^:]{0,60}:(?:\*\*)?\s*$|^(?:#+\s*)?(?:\*\*)?(?:explicitly )?not worth doing(?:\*\*)?:?(?:\*\*)?\s*$/i;
/** `Oak it is. That means:` */
const SETTLED = /^(?:\*\*)?[\w .`-]{2,40} it is\.(?:\*\*)? (?:that|this|which) means:\s*$/i;
/** `Plan updated. What changed from your two answers:` */
const FROM_ANSWERS =
  /\b(?:what (?:changed|changes|follows|this means|that means)|changes|decisions?|settled)\b[^.!?]{0,20}\b(?:from|by|with|after|given|based on) your (?:\w+ )?(?:answers?|replies|choices|decisions?|picks?)\b[^.!?]{0,20}:(?:\*\*)?\s*$/i;
/** `Explicitly not worth doing: …` says it in its label. */
const REFUSED = /^explicitly not worth doing\s*[:–—-]\s*.{8,}$/i;
const LABELLED = /^(?:decision|decided|we decided|chosen|choice)\s*[:–—-]\s*(.{8,})$/i;
const SAID =
  /^(?:so,? |therefore,? |then )?(?:(?:we|i)(?:['’]ve| have)? (?:decided|agreed|chose|settled on|opted)\b.{8,}|i (?:chose|picked|went with) .{4,}\b(?:over|because|instead of|rather than|since)\b.{4,}|(?:i['’]m|we['’]re|i['’]ll|we['’]ll) (?:going|go) with .{4,}|(?:given [^,]{4,120}, )?i(?:['’]m| am) not going to .{6,} (?:without|until)\b.{4,})/i;
/** In a list of ways that the user may take, it is one of them. */
const USES = /^(?:so,? |therefore,? |then )?use [^.]{3,80}, not .{3,}/i;

/** What the agent says that was decided: lists under such a heading, `Decision: …`, `I chose X over Y because …`. */
export function decidedByAgent(turn: TurnView): string[] {
  const texts = turn.turn.steps.flatMap((step) => (step.kind === 'text' ? [step.text] : []));
  // What a command shows of the state of a project was decided in other sessions.
  const isShown = turn.kind === 'command' && !turn.calls.some(isEdit);
  const said = texts.flatMap((text) => [
    ...(isShown ? [] : pointsBelow(text, HEADING)),
    ...pointsBelow(text, SETTLED),
    ...pointsBelow(text, FROM_ANSWERS).filter((point) => reportAsImperative(point) === ''),
    ...saidDecisions(text),
  ]);
  return [...said, ...ownChoices(turn)];
}

/** `I agree with the review.` takes a side; what follows in its line says what comes of it. */
const SIDES =
  /^(?:[\w ]{1,30}: ?)?i (?:mostly |partly |fully |strongly )?(?:dis)?agree with (?:the |this |that |your |\S+['’]s )?(?:\w+ )?(?:review\w*|comments?|findings?|suggestions?|feedback|critique)\b[^?]*$/i;
const FOLLOWS = /\b(?:should|must|needs? to|has to|will|keep|leave)\b[^?]*$/i;
const MAX_SIDES = 320;

function sidesTaken(sentences: readonly string[]): string[] {
  return sentences.flatMap((sentence, at) => {
    const next = sentences[at + 1] ?? '';
    const both = `${sentence} ${next}`;
    return SIDES.test(sentence) && FOLLOWS.test(next) && both.length <= MAX_SIDES
      ? [`Agent: ${both.replace(/^[\w ]{1,30}: ?/, '')}`]
      : [];
  });
}

function saidDecisions(text: string): string[] {
  const offers = findChoice(text) !== undefined;
  return (
    proseLines(text)
      // `## Decision: the format` is the topic of a question.
      .filter((line) => !/^\s*#{1,6}\s/.test(line))
      .map((line) => splitSentences(line))
      .flatMap((sentences) => [...sentences.flatMap(decisionIn(offers)), ...sidesTaken(sentences)])
  );
}

function decisionIn(offers: boolean) {
  return (sentence: string): string[] => {
    const labelled = LABELLED.exec(sentence)?.[1];
    if (labelled !== undefined) return [labelled];
    if (REFUSED.test(plainLine(sentence))) return [plainLine(sentence)];
    const isSaid = SAID.test(sentence) || (!offers && USES.test(sentence));
    return isSaid && sentence.length <= 320 ? [sentence] : [];
  };
}
