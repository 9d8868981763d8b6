import { proseLines } from './agent-words.ts';
import { plainLine, splitSentences } from './sentences.ts';
import type { TurnView } from './session-view.ts';

const HEADING =
  /^(?:#+\s*)?(?:\*\*)?(?:key |design |main |the )?(?:decisions?|choices)(?: made| taken| so far)?(?:\*\*)?:?(?:\*\*)?\s*$/i;
const LABELLED = /^(?:decision|decided|we decided|chosen|choice)\s*[:–—-]\s*(.{8,})$/i;
const SAID =
  /^(?:so,? |therefore,? |then )?(?:(?:we|i)(?:['’]ve| have)? (?:decided|agreed|chose|settled on|opted)\b.{8,}|i (?:chose|picked|went with) .{4,}\b(?:over|because|instead of|rather than|since)\b.{4,}|(?:i['’]m|we['’]re|i['’]ll|we['’]ll) (?:going|go) with .{4,}|use [^.]{3,80}, not .{3,})/i;

/** What the agent says that was decided: lists under such a heading, `Decision: …`, `I chose X over Y because …`. */
export function decidedByAgent(turn: TurnView): string[] {
  const texts = turn.turn.steps.flatMap((step) => (step.kind === 'text' ? [step.text] : []));
  return texts.flatMap((text) => [...listedDecisions(text), ...saidDecisions(text)]);
}

function listedDecisions(text: string): string[] {
  const found: string[] = [];
  let inside = false;
  for (const line of proseLines(text)) {
    if (HEADING.test(line.trim())) inside = true;
    else if (inside && /^\s*(?:[-*+•]|\d{1,2}[.)])\s/.test(line))
      found.push(plainLine(line).replace(/^\d{1,2}[.)]\s*/, ''));
    else if (inside && line.trim() !== '' && !/^\s{2,}/.test(line)) inside = false;
  }
  return found.filter((item) => item.length >= 8 && !/^(?:none|nothing)\b/i.test(item));
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
        return SAID.test(sentence) && sentence.length <= 320 ? [sentence] : [];
      })
  );
}
