import { proseLines } from './agent-words.ts';
import { BOUNDS } from './bounds.ts';
import { commandKind, leadingPart } from './command-kind.ts';
import { errorLine } from './command-outcome.ts';
import { requestText } from './goals.ts';
import { cutWords, firstSentences, spoken, withoutPastes } from './sentences.ts';
import { type CallView, type Item, isEdit, type SessionView, type TurnView } from './session-view.ts';

const DETAILED = 8;
const FOLDED_TOGETHER = 5;
/** A turn of more calls than this is told in stages. */
const LONG_TURN = 12;
const STAGES = 6;

type StageName = 'explore' | 'change' | 'verify' | 'deliver';

interface Stage {
  readonly name: StageName;
  readonly calls: CallView[];
}

/** Phase → action → outcome. The newest turns in detail, older ones folded, each request in the user's words. */
export function tellPlayByPlay(view: SessionView): Item[] {
  const told = view.turns.filter((turn) => turn.kind !== 'nothing' || turn.calls.length > 0);
  const older = told.slice(0, -DETAILED);
  const lines = [
    ...foldOlder(view, older),
    ...told.slice(-DETAILED).flatMap((turn) => tellTurn(view, turn, turn === told.at(-1))),
  ];
  return lines
    .map((line) => ({ ...line, text: cutWords(line.text, BOUNDS.play_by_play.length) }))
    .slice(-BOUNDS.play_by_play.count);
}

function foldOlder(view: SessionView, turns: readonly TurnView[]): Item[] {
  const most = (BOUNDS.play_by_play.count - DETAILED - STAGES) * FOLDED_TOGETHER;
  const size = Math.max(FOLDED_TOGETHER, Math.ceil((turns.length / most) * FOLDED_TOGETHER));
  const lines: Item[] = [];
  for (let at = 0; at < turns.length; at += size) {
    const group = turns.slice(at, at + size);
    const [first, last] = [group[0]?.number ?? 0, group.at(-1)?.number ?? 0];
    const room = Math.max(24, Math.floor((BOUNDS.play_by_play.length - 80) / group.length) - 3);
    const requests = group.map((turn) => phase(cutWords(requestText(view, turn), room))).join(' · ');
    const span = first === last ? `Turn ${first}` : `Turns ${first}–${last}`;
    lines.push({ text: `${span}: ${requests} → ${countWork(group.flatMap((turn) => turn.calls))}` });
  }
  return lines;
}

function tellTurn(view: SessionView, turn: TurnView, isLast: boolean): Item[] {
  const request = phase(cutWords(requestText(view, turn), 150));
  const lines = [{ text: `Turn ${turn.number}: ${request} → ${describeWork(turn.calls)} → ${outcome(turn)}` }];
  if (!isLast || turn.calls.length <= LONG_TURN) return lines;
  const stages = cutStages(turn.calls).filter(isTold).slice(-STAGES);
  let said = '';
  for (const stage of stages) {
    const words = stage.calls.find((entry) => entry.said !== '')?.said ?? '';
    lines.push({ text: tellStage(turn.number, stage, words === said ? '' : words) });
    said = words;
  }
  return lines;
}

/** The arrow parts the three columns, so it may not be inside one. */
function phase(text: string): string {
  return text.replaceAll('→', '->');
}

/** A stage that only read, without words or trouble, is left out: the files that were read are listed elsewhere. */
function isTold({ name, calls }: Stage): boolean {
  return name !== 'explore' || calls.some(({ failed, said, call }) => failed || said !== '' || call.result === 'open');
}

function tellStage(turn: number, { name, calls }: Stage, said: string): string {
  const words = said === '' ? '' : ` (“${firstSentences(withoutPastes(said), 110)}”)`;
  const trouble = calls.findLast((entry) => entry.failed && commandKind(entry.call.command ?? '') !== 'look');
  const good = calls.at(-1)?.call.result === 'open' ? 'unfinished' : 'went well';
  const result = trouble === undefined ? good : `failed: ${errorLine(trouble.call.output ?? '')}`;
  return `Turn ${turn}, ${name}${phase(words)} → ${describeWork(calls)} → ${phase(result)}`;
}

/** Calls of one purpose in a row. A glance in between belongs to what it interrupts. */
function cutStages(calls: readonly CallView[]): Stage[] {
  const stages: Stage[] = [];
  for (const entry of calls) {
    const last = stages.at(-1);
    const name = stageOf(entry) ?? last?.name ?? 'explore';
    if (last?.name === name) last.calls.push(entry);
    else stages.push({ name, calls: [entry] });
  }
  const merged: Stage[] = [];
  for (const { name, calls: own } of stages) {
    const last = merged.at(-1);
    const glance = name === 'explore' && own.length <= 3 && last !== undefined && last.name !== 'deliver';
    if (last !== undefined && (last.name === name || glance)) last.calls.push(...own);
    else merged.push({ name, calls: [...own] });
  }
  return merged;
}

function stageOf({ call }: CallView): StageName | undefined {
  if (call.action === 'edit') return 'change';
  if (call.action === 'read' || call.action === 'search') return 'explore';
  if (call.action !== 'command') return undefined;
  const kind = commandKind(call.command ?? '');
  if (kind === 'look') return 'explore';
  if (kind === 'deliver') return 'deliver';
  return kind === 'test' || kind === 'build' || kind === 'lint' ? 'verify' : undefined;
}

/** Which files, which commands; numbers for the rest. */
function describeWork(calls: readonly CallView[]): string {
  const commands = calls.flatMap(({ call }) => (call.command === undefined ? [] : [call.command]));
  const telling = commands.filter((command) => commandKind(command) !== 'look');
  const edited = names(calls.filter(isEdit).flatMap((entry) => entry.paths));
  const ran = [...new Set(telling.map((command) => `\`${phase(cutWords(leadingPart(command), 50))}\``))];
  const read = new Set(calls.filter(({ call }) => call.action === 'read').flatMap((entry) => entry.paths));
  const work = [
    edited === '' ? '' : `edited ${edited}`,
    ran.length === 0 ? '' : `ran ${ran.slice(-3).join(', ')}${ran.length > 3 ? ` and ${ran.length - 3} more` : ''}`,
    counted(calls.filter(({ call }) => call.action === 'agent').length, 'subagent'),
    usedTools(calls),
  ].filter((part) => part !== '');
  const looks = work.length > 1 ? '' : counted(commands.length - telling.length, 'look around', 'looks around');
  const parts = [...work, read.size === 0 ? '' : `read ${counted(read.size, 'file')}`, looks].filter(
    (part) => part !== '',
  );
  return parts.length === 0 ? 'answered in words' : parts.join('; ');
}

/** Tools of servers and of the agent itself that are neither files nor commands. */
function usedTools(calls: readonly CallView[]): string {
  const other = calls
    .filter(({ call }) => call.action === 'other')
    .map(({ call }) => call.tool.split('__').at(-1) ?? '');
  return other.length === 0 ? '' : `used ${names(other)}`;
}

function counted(count: number, one: string, many = `${one}s`): string {
  return count === 0 ? '' : `${count} ${count === 1 ? one : many}`;
}

function names(paths: readonly string[]): string {
  const all = [...new Set(paths)].map((path) => path.slice(path.lastIndexOf('/') + 1));
  return all.length <= 4 ? all.join(', ') : `${all.slice(0, 4).join(', ')} and ${all.length - 4} more`;
}

function countWork(calls: readonly CallView[]): string {
  const files = new Set(calls.filter(isEdit).flatMap((entry) => entry.paths)).size;
  const commands = calls.filter(({ call }) => call.action === 'command').length;
  if (files + commands === 0) return 'answered in words';
  return [files === 0 ? '' : `${counted(files, 'file')} edited`, counted(commands, 'command')]
    .filter(Boolean)
    .join(', ');
}

function outcome(turn: TurnView): string {
  const ends = {
    interrupted: 'interrupted by the user',
    'api-error': `API error: ${turn.turn.error ?? ''}`,
    open: 'unfinished',
  };
  if (!turn.finished && turn.turn.outcome !== 'done') return ends[turn.turn.outcome];
  const said = firstSentences(proseLines(spoken(turn.closing)).join('\n'), 160);
  return said === '' ? 'done' : phase(said);
}
