import { proseLines } from './agent-words.ts';
import { BOUNDS } from './bounds.ts';
import { claimIn } from './claims.ts';
import { commandKind } from './command-kind.ts';
import { errorLine } from './command-outcome.ts';
import { type Delivery, findDeliveries, isKept } from './deliveries.ts';
import { requestText } from './goals.ts';
import { cutWords, splitSentences, spoken } from './sentences.ts';
import { type CallView, type Item, isEdit, type SessionView, type TurnView } from './session-view.ts';

const DETAILED = 8;
const FOLDED_TOGETHER = 5;
const MAX_REQUEST = 110;
const MAX_WORDS = 120;

/** What was asked → what came of it. The newest turns each, older ones folded, each request in the user's words. */
export function tellPlayByPlay(view: SessionView): Item[] {
  const told = view.turns.filter((turn) => turn.kind !== 'nothing' || turn.calls.length > 0);
  const deliveries = findDeliveries(view);
  const lines = [
    ...foldOlder(view, told.slice(0, -DETAILED)),
    ...told.slice(-DETAILED).map((turn) => ({
      text: `Turn ${turn.number}: ${asked(view, turn, MAX_REQUEST)} → ${outcome(view, turn, deliveries)}`,
    })),
  ];
  return lines
    .map((line) => ({ ...line, text: cutWords(line.text, BOUNDS.play_by_play.length) }))
    .slice(-BOUNDS.play_by_play.count);
}

function foldOlder(view: SessionView, turns: readonly TurnView[]): Item[] {
  const most = (BOUNDS.play_by_play.count - DETAILED) * FOLDED_TOGETHER;
  const size = Math.max(FOLDED_TOGETHER, Math.ceil((turns.length / most) * FOLDED_TOGETHER));
  const lines: Item[] = [];
  for (let at = 0; at < turns.length; at += size) {
    const group = turns.slice(at, at + size);
    const [first, last] = [group[0]?.number ?? 0, group.at(-1)?.number ?? 0];
    const room = Math.max(24, Math.floor((BOUNDS.play_by_play.length - 80) / group.length) - 3);
    const requests = group.map((turn) => asked(view, turn, room)).join(' · ');
    const span = first === last ? `Turn ${first}` : `Turns ${first}–${last}`;
    lines.push({ text: `${span}: ${requests} → ${countWork(group.flatMap((turn) => turn.calls))}` });
  }
  return lines;
}

function asked(view: SessionView, turn: TurnView, room: number): string {
  return phase(cutWords(requestText(view, turn), room));
}

/** The arrow parts request and outcome, so it may not be inside one. */
function phase(text: string): string {
  return text.replaceAll('→', '->');
}

/** Commits, files, the last check, and how it ended; the agent's words only where nothing else came of it. */
function outcome(view: SessionView, turn: TurnView, deliveries: readonly Delivery[]): string {
  const edited = names(turn.calls.filter(isEdit).flatMap((entry) => entry.paths));
  const results = [
    ...delivered(deliveries.filter((delivery) => delivery.turn === turn.number)),
    edited === '' ? '' : `edited ${edited}`,
    lastChecks(turn.calls),
  ].filter((part) => part !== '');
  const heir = heirOf(view, turn, deliveries);
  if (heir !== undefined) return results.length > 0 ? results.join('; ') : `went on in turn ${heir.number}`;
  const end = endOf(turn);
  if (results.length > 0 || end !== '') return [...results, end].filter((part) => part !== '').join('; ');
  const answer = proseLines(spoken(turn.closing))
    .flatMap((line) => splitSentences(line))
    .map(claimIn)
    .find((claim) => claim !== '');
  return answer === undefined ? 'answered in words' : phase(cutWords(answer, MAX_WORDS));
}

function delivered(deliveries: readonly Delivery[]): string[] {
  const commits = deliveries.filter(({ what }) => what === 'commit');
  const last = commits.at(-1);
  const more = commits.length > 1 ? ` and ${commits.length - 1} more` : '';
  return [
    last === undefined ? '' : `committed “${phase(cutWords(last.text, 80))}”${more}`,
    deliveries.some(({ what }) => what === 'push') ? 'pushed' : '',
    deliveries.some(({ what }) => what === 'pull request') ? 'opened a pull request' : '',
  ];
}

const CHECKS = { test: 'tests', build: 'build', lint: 'lint' } as const;

/** How the last test, build and lint of the turn went: what failed, else what passed. */
function lastChecks(calls: readonly CallView[]): string {
  const last = new Map<string, CallView>();
  for (const entry of calls) {
    const kind = commandKind(entry.call.command ?? '');
    if (kind !== 'test' && kind !== 'build' && kind !== 'lint') continue;
    if (entry.failed || entry.call.result === 'ok') last.set(CHECKS[kind], entry);
  }
  const failed = [...last].find(([, entry]) => entry.failed);
  if (failed === undefined) return last.size === 0 ? '' : `${[...last.keys()].join(', ')} passed`;
  return `${failed[0]} failed: ${phase(cutWords(errorLine(failed[1].call.output ?? ''), 100))}`;
}

/** Of a turn that stopped short: the later one that carried the work to a commit or a report. */
function heirOf({ turns }: SessionView, turn: TurnView, deliveries: readonly Delivery[]): TurnView | undefined {
  if (endOf(turn) === '') return undefined;
  return turns
    .slice(turn.number)
    .find(({ number, finished }) => finished || deliveries.some((one) => one.turn === number && isKept(one)));
}

/** Empty where the agent had the last word. */
function endOf(turn: TurnView): string {
  const ends = {
    interrupted: 'interrupted by the user',
    'api-error': `API error: ${turn.turn.error ?? ''}`,
    open: 'unfinished',
  };
  return turn.finished || turn.turn.outcome === 'done' ? '' : ends[turn.turn.outcome];
}

function names(paths: readonly string[]): string {
  const all = [...new Set(paths)].map((path) => path.slice(path.lastIndexOf('/') + 1));
  return all.length <= 4 ? all.join(', ') : `${all.slice(0, 4).join(', ')} and ${all.length - 4} more`;
}

function counted(count: number, one: string): string {
  return count === 0 ? '' : `${count} ${one}${count === 1 ? '' : 's'}`;
}

function countWork(calls: readonly CallView[]): string {
  const files = new Set(calls.filter(isEdit).flatMap((entry) => entry.paths)).size;
  const commands = calls.filter(({ call }) => call.action === 'command').length;
  if (files + commands === 0) return 'answered in words';
  return [files === 0 ? '' : `${counted(files, 'file')} edited`, counted(commands, 'command')]
    .filter(Boolean)
    .join(', ');
}
