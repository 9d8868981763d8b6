import { plainLine, splitSentences } from './sentences.ts';

/** Sections of a report in which its writer says what it found, and not how it went about it. */
const TELLS =
  /\b(?:findings?|bottom line|issues?|bugs?|problems?|risks?|edge cases?|caveats?|concerns?|gaps?|deviations?|limitations?|root causes?|blockers?|worth flagging|open questions?|observations?)\b|^(?:summary|key (?:takeaways|insights|points|facts))\W*$/i;
const ITEM = /^(?:\d{1,2}[.)]|[-*+•])\s+(\S.*)$/;
/** `## Findings`, `**Findings**`, `Findings:`, `Findings` */
const HEADING = /^(?:#{1,6}\s+(.{2,80})|\*\*([^*]{2,80})\*\*:?|([A-Z][\w /-]{2,40}):?)$/;
/** Says which findings stand in the way of all others. */
const SEVERITIES: readonly RegExp[] = [
  /^\W*(?:critical|blocker|P0|severe)\b/i,
  /^\W*(?:high|major|P1)\b/i,
  /^\W*(?:medium|moderate|P2)\b/i,
  /^\W*(?:low|minor|nit|P3)\b/i,
];
const UNRATED = 2;
/** What it all comes to: told before anything else. */
const CONCLUDES = /^(?:(?:the )?bottom line|verdict|conclusions?|tl;?dr|in short|結論|结论|결론)\W*$/i;
export const CONCLUSION = -1;
const MAX_SENTENCES = 4;
const MIN_CONCLUSION = 40;

/** One point of a report: what it says, and how much it matters; the least number matters most. */
export interface ReportPoint {
  readonly text: string;
  readonly severity: number;
}

/** The points that a report lists below the headings that tell what was found, in its order. */
export function reportPoints(text: string): ReportPoint[] {
  let isTelling = false;
  let isConcluding = false;
  let rated = UNRATED;
  return text
    .replace(/```[\s\S]*?(?:```|$)/g, '\n')
    .split('\n')
    .flatMap((raw) => {
      const line = raw.trimEnd();
      const [, hashed, bold, plain] = HEADING.exec(line) ?? [];
      const heading = hashed ?? bold ?? plain;
      if (heading !== undefined) {
        isTelling = TELLS.test(heading) || (isTelling && severityOf(heading) !== undefined);
        isConcluding = CONCLUDES.test(heading);
        rated = severityOf(heading) ?? UNRATED;
        return [];
      }
      const item = ITEM.exec(line)?.[1];
      if (isConcluding && item === undefined && line.length >= MIN_CONCLUSION) {
        isConcluding = false;
        const sentences = splitSentences(line).slice(0, MAX_SENTENCES);
        return sentences.map((sentence) => ({ text: sentence, severity: CONCLUSION }));
      }
      if (!isTelling || item === undefined) return [];
      const point = plainLine(item);
      return [{ text: point, severity: severityOf(point) ?? rated }];
    });
}

function severityOf(text: string): number | undefined {
  const at = SEVERITIES.findIndex((severity) => severity.test(text.replace(/^\[/, '')));
  return at < 0 ? undefined : at;
}
