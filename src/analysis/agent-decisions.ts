import { proseLines } from './agent-words.ts';
import { pointsBelow } from './listed-points.ts';
import { plainLine, splitSentences } from './sentences.ts';
import type { TurnView } from './session-view.ts';

const HEADING =
  /^(?:#+\s*)?(?:\*\*)?(?:key |design |main |the )?(?:decisions?|choices)(?: made| taken| so far| i['’]m building on)?(?: \([^)]{1,60}\))?(?:\*\*)?:?(?:\*\*)?\s*$|^(?:\*\*)?confirmed\b[.,:—– ]+(?:here['’]s )?what (?:that|this) means\b[^:]{0,60}:(?:\*\*)?\s*$|^(?:#+\s*)?(?:\*\*)?(?:explicitly )?not worth doing(?:\*\*)?:?(?:\*\*)?\s*$/i;
/** `Explicitly not worth doing: …` says it in its label. */
const REFUSED = /^explicitly not worth doing\s*[:–—-]\s*.{8,}$/i;
const LABELLED = /^(?:decision|decided|we decided|chosen|choice)\s*[:–—-]\s*(.{8,})$/i;
const SAID =
  /^(?:so,? |therefore,? |then )?(?:(?:we|i)(?:['’]ve| have)? (?:decided|agreed|chose|settled on|opted)\b.{8,}|i (?:chose|picked|went with) .{4,}\b(?:over|because|instead of|rather than|since)\b.{4,}|(?:i['’]m|we['’]re|i['’]ll|we['’]ll) (?:going|go) with .{4,}|use [^.]{3,80}, not .{3,})/i;

/** What the agent says that was decided: lists under such a heading, `Decision: …`, `I chose X over Y because …`. */
export function decidedByAgent(turn: TurnView): string[] {
  const texts = turn.turn.steps.flatMap((step) => (step.kind === 'text' ? [step.text] : []));
  return texts.flatMap((text) => [...pointsBelow(text, HEADING), ...saidDecisions(text)]);
}

function saidDecisions(text: string): string[] {
  return (
    proseLines(text)
      // `## Decision: the format` is the topic of a question.
      .filter((line) => !/^\s*#{1,6}\s/.test(line))
      .flatMap((line) => splitSentences(line))
      .flatMap((sentence) => {
        const labelled = LABELLED.exec(sentence)?.[1];
        if (labelled !== undefined) return [labelled];
        if (REFUSED.test(plainLine(sentence))) return [plainLine(sentence)];
        return SAID.test(sentence) && sentence.length <= 320 ? [sentence] : [];
      })
  );
}
