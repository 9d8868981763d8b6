import { proseLines } from './agent-words.ts';
import { cutWords, plainLine } from './sentences.ts';

/** A point of the agent by its number, and what the user said to it. */
interface AnsweredPoint {
  readonly point: string;
  readonly answer: string;
}

const MAX_POINT = 140;
const MAX_ANSWER = 160;
/** Longer replies are lists of their own. */
const MAX_REPLY = 600;
const NUMBER = String.raw`\(?(?:\*\*)?([1-9])[).:](?:\*\*)?\s+`;
/** People also type `1, yes, 2, the other one`. */
const TYPED_NUMBER = String.raw`\(?([1-9])[).:,]\s+`;

/** `## Finding 1: …`, `Question 2 — …`: points that the agent names by their number. */
const NAMED = String.raw`(?:^|\n) {0,3}(?:[-*] |#{1,4} )?(?:\*\*)?(?:finding|issue|question|point|item|comment|problem|concern|suggestion|fix|change)s? #?([1-9])(?:\*\*)?(?: \([^()\n]{1,60}\))? ?[:.—–-](?:\*\*)? `;

/** `1: yes, 2: leave it` beside the points that the agent had numbered, in lines of their own or within a sentence. */
export function answeredPoints(closing: string, reply: string): AnsweredPoint[] {
  const answers = numbered(reply, String.raw`(?:^|\n|[,;.]\s*)${TYPED_NUMBER}`);
  if (answers.size < 2 || reply.length > MAX_REPLY) return [];
  const points = pointsOf(closing);
  return [...answers].flatMap(([number, answer]) => {
    const point = points.get(number);
    return point === undefined
      ? []
      : [
          {
            point: cutWords(point.replace(/[\s;.]+$/, ''), MAX_POINT),
            answer: cutWords(answer.replace(/[\s,;.]+$/, ''), MAX_ANSWER),
          },
        ];
  });
}

function pointsOf(closing: string): Map<string, string> {
  const prose = proseLines(closing).join('\n');
  const named = numbered(prose, NAMED);
  // `yes, on purpose` says nothing without its name.
  if (named.size >= 2) return new Map([...named].map(([number, words]) => [number, `${number}. ${words}`]));
  const lines = numbered(prose, String.raw`(?:^|\n)\s*(?:[-*]\s+)?${NUMBER}`);
  return lines.size < 2 ? numbered(closing, String.raw`(?<=\s)(?=\()${NUMBER}`) : lines;
}

/** What stands behind each number, up to the next one or the end of its line. */
function numbered(text: string, mark: string): Map<string, string> {
  const marks = [...text.matchAll(new RegExp(mark, 'gi'))];
  const behind = new Map<string, string>();
  for (const [at, found] of marks.entries()) {
    const rest = text.slice(found.index + found[0].length, marks[at + 1]?.index);
    const [line = ''] = rest.split('\n');
    if (line.trim() !== '') behind.set(found[1] ?? '', plainLine(withBothMarks(line)));
  }
  return behind;
}

/** The pattern may have taken the stars that open a bold title. */
function withBothMarks(line: string): string {
  return line.split('**').length % 2 === 0 ? `**${line}` : line;
}
