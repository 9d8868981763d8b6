import type { Step, ToolCall } from '../core/session.ts';
import { asksTheWeb } from '../core/web-call.ts';
import { flatAnswer } from './flat-answer.ts';
import { type Brought, TELLING } from './said-words.ts';
import { cutWords } from './sentences.ts';
import type { SessionView } from './session-view.ts';

/** Of the newest answer, and of those before it. */
const ROOM = [1800, 800, 600, 400] as const;
const MIN_LINE = 60;
const MAX_REASON = 160;
const MAX_PAGES = 4;
/** What has so much to say has found something. */
const LONG = 2500;
const CANNOT =
  /(?:can(?:not|['’]t)|could(?: not|n['’]t)|unable to|not able to) (?:extract|find|locate|provide|retrieve|access|identify|determine|see|read)\b/i;
const NOT_THERE =
  /\bdoes(?: \**not\**|n['’]t) (?:\w+ )?(?:contain|include|provide|have|show)\b|\bnot (?:present|included|available|contained)\b/i;
const BUT = /\b(?:but|however|instead|here(?:['’]s| is| are))\b/i;

interface Answer {
  readonly step: number;
  readonly call: ToolCall;
  readonly lines: readonly string[];
}

/** Of a turn without an end: what pages and searches answered and the agent has neither told nor worked in since. */
export function researchWords({ turns }: SessionView): Brought[] {
  const last = turns.at(-1);
  if (last === undefined || last.finished) return [];
  const { steps } = last.turn;
  const from = steps.findLastIndex(isUse) + 1;
  const answers = steps.slice(from).flatMap((step, at) => answerOf(step, from + at));
  const found = answers.filter((answer) => deadEnd(answer) === '').slice(-ROOM.length);
  return [
    ...emptyHosts(answers.filter((answer) => deadEnd(answer) !== '')),
    ...found.map((answer, at) => ({ step: answer.step, text: told(answer, ROOM[found.length - 1 - at] ?? 0) })),
  ];
}

/** Whoever edits or says much after an answer has drawn from it. */
function isUse(step: Step): boolean {
  if (step.kind === 'text') return step.text.length >= TELLING;
  return step.call.action === 'edit' && step.call.result === 'ok';
}

function answerOf(step: Step, at: number): Answer[] {
  if (step.kind !== 'tool' || step.call.result !== 'ok' || !asksTheWeb(step.call.tool)) return [];
  const lines = flatAnswer(step.call.output ?? '');
  return lines.length === 0 ? [] : [{ step: at, call: step.call, lines }];
}

/** The words in which a reader says that nothing of what it was asked for is there. */
function deadEnd({ lines }: Answer): string {
  const text = lines.join(' ');
  const says = lines.slice(0, 2).find((line) => CANNOT.test(line));
  if (says === undefined || text.length > LONG || !NOT_THERE.test(text)) return '';
  const sentence = says.split(/(?<=[.!]) /).find((one) => CANNOT.test(one)) ?? '';
  return BUT.test(sentence) ? '' : cutWords(sentence, MAX_REASON);
}

function told({ call, lines }: Answer, room: number): string {
  const kept: string[] = [];
  let left: number = room;
  for (const line of lines) {
    if (left < MIN_LINE) break;
    kept.push(cutWords(line, left));
    left -= line.length + 1;
  }
  const end = kept.length < lines.length ? ['…'] : [];
  return [`${nameOf(call)} answered:`, ...kept, ...end].join('\n');
}

/** Pages of one host that had nothing to say fail alike: they are told together. */
function emptyHosts(answers: readonly Answer[]): Brought[] {
  const byHost = new Map<string, Answer[]>();
  for (const answer of answers) {
    const host = hostOf(answer.call);
    byHost.set(host, [...(byHost.get(host) ?? []), answer]);
  }
  return [...byHost.values()].flatMap((all) => {
    const last = all.at(-1);
    if (last === undefined) return [];
    const names = [...new Set(all.map(({ call }) => nameOf(call)))].slice(-MAX_PAGES).join(', ');
    return [{ step: last.step, text: `Found nothing: ${names} (“${deadEnd(last)}”)` }];
  });
}

function hostOf({ tool, description = '' }: ToolCall): string {
  return /^https?:\/\/([^/\s]+)/.exec(description)?.[1] ?? `${tool} ${description}`;
}

function nameOf({ tool, description = '' }: ToolCall): string {
  return `${tool} ${/^https?:/.test(description) ? description : `“${description}”`}`;
}
