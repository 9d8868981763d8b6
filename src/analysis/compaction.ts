import { plainLine, splitSentences } from './sentences.ts';
import type { SessionView } from './session-view.ts';

/** The numbered sections of the summary that an agent writes when it compacts its context. */
function sections(summary: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const body = summary.slice(Math.max(0, summary.search(/^\s*(?:<summary>|Summary:)/m)));
  let lines: string[] | undefined;
  for (const line of body.split('\n')) {
    const title =
      /^\s{0,3}(?:\d{1,2}\.\s+|#{1,4}\s+)\*{0,2}([A-Z][A-Za-z ,/&-]{3,60})\*{0,2}(?::\*{0,2}\s*(.*))?$/.exec(line);
    if (title) {
      lines = [];
      found.set((title[1] ?? '').toLowerCase(), lines);
      if (title[2]) lines.push(title[2]);
    } else if (line.trim() !== '') lines?.push(line);
  }
  return found;
}

function linesOf(summary: string, title: RegExp): string[] {
  for (const [name, lines] of sections(summary)) if (title.test(name)) return lines.map(plainLine).filter(Boolean);
  return [];
}

/** What the work was about before this transcript began; empty when the transcript has the beginning itself. */
export function primaryRequest(view: SessionView): string {
  const [summary] = view.session.compactions;
  if (summary === undefined) return '';
  const goal = view.turns.find((turn) => turn.kind === 'goal')?.turn.prompt.slice(0, 60);
  // A summary quotes the prompts it covers. One that does not know the first goal was written before it.
  if (goal !== undefined && summary.includes(goal)) return '';
  return withoutModes(linesOf(summary, /primary request|intent|task overview/)[0] ?? '');
}

/** `(explore mode — never implement code)`: how an agent was to work then, which a later command changes. */
const MODE = /\bmode\b.*\b(?:never|forbids?|only|not|read-only|must not|without)\b/i;

function withoutModes(text: string): string {
  const plain = text.replace(/ \(([^()]*)\)/g, (whole, inside: string) => (MODE.test(inside) ? '' : whole));
  const kept = splitSentences(plain).filter((sentence) => !MODE.test(sentence));
  return kept.length === 0 ? plain : kept.join(' ');
}

/** What the newest summary says is still to do. It counts only while no turn came after it. */
export function pendingTasks(summary: string): string[] {
  const none = /^(?:none|no (?:explicit|pending|outstanding|remaining)\b.*|n\/a|all .{0,60}complete\w*\.?)$/i;
  return linesOf(summary, /pending tasks|remaining|next steps?/).filter((line) => !none.test(line));
}
