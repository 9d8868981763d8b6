import { sectionCalled } from './compaction-sections.ts';
import { plainLine, splitSentences } from './sentences.ts';
import type { SessionView } from './session-view.ts';

function linesOf(summary: string, title: RegExp): string[] {
  return sectionCalled(summary, title).map(plainLine).filter(Boolean);
}

/** What the work was about before this transcript began; empty when the transcript has the beginning itself. */
export function primaryRequest(view: SessionView): string {
  const [summary] = view.session.compactions;
  if (summary === undefined) return '';
  const goal = view.turns.find((turn) => turn.kind === 'goal')?.turn.prompt.slice(0, 60);
  // A summary quotes the prompts it covers. One that does not know the first goal was written before it.
  if (goal !== undefined && summary.includes(goal)) return '';
  const lines = linesOf(summary, /primary request|intent|task overview/);
  return withoutModes(withoutTalk(lines.find((line) => !/^[^.]{0,60}:$/.test(line)) ?? lines[0] ?? ''));
}

/** `The user asked to build a wall` wants a wall. */
function withoutTalk(text: string): string {
  const told = text.replace(
    /^(?:the )?user(?:['’]s (?:primary |main |original |initial )?(?:request|goal|intent) (?:was|is)| (?:explicitly |originally |initially |first )?(?:asked|requested|wanted|wants)(?: (?:me|the (?:agent|assistant)))?) to (?=\w)/i,
    '',
  );
  return told === text ? text : `${told.charAt(0).toUpperCase()}${told.slice(1)}`;
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
