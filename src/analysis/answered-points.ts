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

/** `1: yes, 2: leave it` beside the points that the agent had numbered, in lines of their own or within a sentence. */
export function answeredPoints(closing: string, reply: string): AnsweredPoint[] {
  const answers = numbered(reply, String.raw`(?:^|\n|[,;.]\s*)`);
  if (answers.size < 2 || reply.length > MAX_REPLY) return [];
  const lines = numbered(proseLines(closing).join('\n'), String.raw`(?:^|\n)\s*(?:[-*]\s+)?`);
  const points = lines.size < 2 ? numbered(closing, String.raw`(?<=\s)(?=\()`) : lines;
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

/** What stands behind each number, up to the next one or the end of its line. */
function numbered(text: string, before: string): Map<string, string> {
  const marks = [...text.matchAll(new RegExp(before + NUMBER, 'g'))];
  const found = new Map<string, string>();
  for (const [at, mark] of marks.entries()) {
    const rest = text.slice(mark.index + mark[0].length, marks[at + 1]?.index);
    const [line = ''] = rest.split('\n');
    if (line.trim() !== '') found.set(mark[1] ?? '', plainLine(line));
  }
  return found;
}
