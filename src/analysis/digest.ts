import type { Session } from '../core/session.ts';
import { countRedactions } from '../redaction/redact.ts';
import { errorLine } from './command-outcome.ts';
import { cutWords } from './sentences.ts';
import { type CallView, type SessionView, type TurnView, viewSession } from './session-view.ts';

/** About 20,000 tokens: enough for a long session, and little beside what it cost. */
const MAX_BYTES = 80_000;
const DETAILED_TURNS = 12;

export interface Digest {
  readonly text: string;
  /** Marks of secrets that were taken out. */
  readonly redactions: number;
}

/** The session in words for a model to read: no secret, no hidden reasoning, bounded, the newest turns in most detail. */
export function digestSession(session: Session, lastMessage?: string): Digest {
  const view = viewSession(session, lastMessage);
  const recent = view.turns.slice(-DETAILED_TURNS).map((turn) => tell(turn, 1));
  const older = view.turns.slice(0, -DETAILED_TURNS).map((turn) => tell(turn, 0.25));
  const text = fit([...preamble(view), ...older], recent);
  return { text, redactions: countRedactions(text) };
}

function preamble({ session }: SessionView): string[] {
  const { todos, plans, answers, compactions } = session;
  const last = compactions.at(-1);
  return [
    ...(last === undefined ? [] : [`Summary at the last compaction:\n${last.slice(0, 8000)}`]),
    ...(todos.length === 0
      ? []
      : [`Task list:\n${todos.map(({ status, text }) => `- [${status}] ${cutWords(text, 300)}`).join('\n')}`]),
    ...plans
      .slice(-2)
      .map(({ approved, text }) => `Plan (${approved ? 'approved' : 'not approved'}):\n${text.slice(0, 4000)}`),
    ...answers
      .slice(-20)
      .map(
        ({ question, answer }) => `Question: ${cutWords(question, 400)}\nAnswer: ${cutWords(answer ?? '(open)', 400)}`,
      ),
  ];
}

function tell(turn: TurnView, share: number): string {
  const lines = turn.turn.steps.flatMap((step) =>
    step.kind === 'text' ? [`Agent: ${cutWords(step.text, 700 * share)}`] : [],
  );
  const closing = turn.closing === '' ? [] : [`Agent, at the end: ${turn.closing.slice(0, 4000 * share)}`];
  const calls = turn.calls.slice(share === 1 ? -80 : -15).map(describeCall);
  const said = share === 1 ? lines.slice(-12, turn.closing === '' ? undefined : -1) : [];
  const end =
    turn.turn.outcome === 'done' ? [] : [`(${turn.turn.outcome}${turn.turn.error ? `: ${turn.turn.error}` : ''})`];
  return [
    `## Turn ${turn.number}`,
    `User: ${turn.turn.prompt.slice(0, 5000 * share)}`,
    ...calls,
    ...said,
    ...closing,
    ...end,
  ].join('\n');
}

function describeCall({ call, paths, failed }: CallView): string {
  const what = call.command === undefined ? [...paths, call.description ?? ''].join(' ') : call.command;
  const outcome =
    call.result === 'ok' && !failed ? '' : ` => ${failed ? 'failed' : call.result}: ${errorLine(call.output ?? '')}`;
  return `- ${call.tool} ${cutWords(what, 240)}${outcome}`;
}

/** The newest turns are kept whole as long as they fit; of the older text the beginning goes last. */
function fit(older: readonly string[], recent: readonly string[]): string {
  const kept: string[] = [];
  let room = MAX_BYTES;
  for (const part of [...recent.toReversed(), ...older]) {
    if (part.length > room) break;
    kept.push(part);
    room -= part.length + 2;
  }
  const order = [...older, ...recent];
  const text =
    kept.length === 0 ? [(recent.at(-1) ?? '').slice(0, MAX_BYTES)] : order.filter((part) => kept.includes(part));
  const gone = order.length - text.length;
  return [...(gone > 0 ? [`(${gone} older parts left out)`] : []), ...text].join('\n\n');
}
