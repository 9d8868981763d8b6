import { ERRORS } from './compaction-findings.ts';
import { pointsIn, sectionCalled, sectionsOf } from './compaction-sections.ts';
import { pointsBelow } from './listed-points.ts';
import { oncePer } from './once-per.ts';
import { plainWords } from './plain-words.ts';
import { promptTurn, type SessionView, type TurnView } from './session-view.ts';

const FEEDBACK =
  /^(?:the )?user(?:['’]s)? (?:feedback|corrections?|corrected|clarifi(?:ed|cation)|preferences?|prefer(?:s|red)|reject(?:s|ed)|insist(?:s|ed)|decisions?|decided|chose)\b/i;
const DECIDED = /\bdecisions?\b|\buser (?:feedback|preferences|corrections)\b/;

/** `Design direction established:` heads such a list within another section. */
const SETTLED =
  /^(?:#{1,6} |\*\*)?(?:(?:key|main|final|user|agreed|settled|technical) )*(?:design|approach|architecture|decisions?|direction|scope)(?: (?:direction|decisions?|choices))?(?: (?:made|taken|established|agreed(?: on| upon)?|settled|decided|chosen|so far))+(?:\*\*)?:(?:\*\*)?$/i;
const TO_DO = /\b(?:next|pending|remaining|to ?do)\b/;

/** What a summary says that the user decided: its points about their feedback, and its lists of decisions. */
export function decidedInSummary(summary: string): string[] {
  return [...sectionsOf(summary)].flatMap(([name, lines]) => {
    // What was to do then is done since, or is told as such.
    if (TO_DO.test(name)) return [];
    if (DECIDED.test(name)) return pointsIn(lines).map(({ text }) => text);
    if (!ERRORS.test(name)) return pointsBelow(lines.map((line) => line.trim()).join('\n'), SETTLED);
    return pointsIn(lines)
      .filter(({ text }) => FEEDBACK.test(text))
      .flatMap(({ text, below }) => (/^[^:]{0,40}:$/.test(text) ? below : [feedbackText(text)]));
  });
}

/** `User feedback on the cache: …` → `the cache: …` */
function feedbackText(text: string): string {
  return text.replace(
    /^(?:the )?user(?:['’]s)? (?:feedback|corrections?|preferences?|clarifications?)(?: (?:on|about|for|regarding) |: *)/i,
    '',
  );
}

const MIN_MESSAGE = 8;
/** So much of a message tells it from others; a summary cuts the rest of a long one. */
const KNOWN_BY = 40;

/** What the user had said before the transcript begins, as far as the newest summary quotes it: turns in which nothing was done. */
export const quotedTurns = oncePer(({ session, turns }: SessionView): TurnView[] => {
  const said = turns.map(({ turn }) => plainWords(turn.prompt));
  const quoted = sectionCalled(session.compactions.at(-1) ?? '', /\buser messages\b/).flatMap(quotedIn);
  const isKnown = (message: string) => said.some((words) => words.includes(plainWords(message).slice(0, KNOWN_BY)));
  return quoted.filter((message) => message.length >= MIN_MESSAGE && !isKnown(message)).map(promptTurn);
});

/** `- "no, the other one" (about the format)`; what is not quoted are the agent's words. */
function quotedIn(line: string): string[] {
  const found = /^\s*(?:[-*+•]\s+|\d{1,2}[.)]\s+)?["“](.*)["”][^"“”]{0,120}$/.exec(line)?.[1];
  return found === undefined ? [] : [found.trim()];
}
