import { begunIn, doneSince } from './about-to-do.ts';
import { BOUNDS } from './bounds.ts';
import { commandKind, kindsOf, partOfKind } from './command-kind.ts';
import { errorLine, withoutDirectory } from './command-outcome.ts';
import { isWait } from './in-flight.ts';
import { lastLooks } from './last-looks.ts';
import { cutWords, splitSentences, subjectWords, withoutPastes } from './sentences.ts';
import { type CallView, isEdit, type TurnView } from './session-view.ts';
import { isTelling } from './telling.ts';

/** What the agent was asked for, and what is known of it beside its words. */
interface Asked {
  readonly order: string;
  readonly verb: string;
  /** The work that it is part of, where it says too little. */
  readonly work: string;
  /** A subagent is at work. */
  readonly isWaiting: boolean;
  /** All of the task list is ticked off. */
  readonly isTicked: boolean;
}

/** The request, and how far the agent has come with it. */
export function goOn(last: TurnView, { order, verb, work, isWaiting, isTicked }: Asked): string {
  if (last.turn.outcome !== 'open') return '';
  const begun = begunIn(last);
  const script = unrunScript(last);
  if (script !== '')
    return `Run \`${script}\`, which the agent wrote last, and look at what it says: it has not run yet`;
  const passed = passedSinceEdit(last);
  if (passed !== '') {
    const left = begun === undefined ? 'the request' : `“${cutWords(begun.doing, MAX_BEGUN)}”`;
    return `\`${passed}\` passed after the last edit, and the agent only looked since: report, or go on with what is left of ${left}`;
  }
  if (begun?.isSeveral && begun.done !== '')
    return `Finish what the agent began: ${cutWords(begun.doing, MAX_BEGUN)} (since then ${begun.done})`;
  const delivered = deliveredLast(last, isTicked) || deliveredAsSaid(last, begun?.doing ?? '');
  if (delivered !== '') return `Report to the user: \`${delivered}\` went well${failedLast(last)}${partsOf(order)}`;
  if (isWaiting) return '';
  const far = howFar(last);
  if (far === '') return '';
  if (!isTelling(order)) return far.startsWith(SO_FAR) ? `${verb} ${work} ${far}` : `Go on from ${far.slice(1, -1)}`;
  const room = Math.max(MIN_ORDER, BOUNDS.next_actions.length - far.length - verb.length - ': '.length - 1);
  return `${verb}: ${cutWords(order, room)} ${far}`;
}

/** What the agent of a running turn said last, and what it did then. */
export function howFar(last: TurnView): string {
  const begun = begunIn(last);
  const done = begun?.done ?? doneSince(last);
  const said = begun === undefined ? lastWords(last) : begun.doing;
  const looks = lastLooks(last);
  if (said === '') return done === '' ? '' : `${SO_FAR}${done}${looks === '' ? '' : `; looked at since: ${looks}`})`;
  return `(the agent’s last words: “${cutWords(said, MAX_SAID)}”${done === '' ? '' : `, since then ${done}`})`;
}

/** The test that passed last, where nothing was edited, failed or begun after it. */
function passedSinceEdit({ calls }: TurnView): string {
  const edit = calls.findLastIndex(isEdit);
  const since = calls.slice(edit + 1).filter(({ call }) => call.action !== 'read' && call.action !== 'search');
  const done = since.filter(({ call }) => !isWait(call) && commandKind(call.command ?? '') !== 'look');
  const test = done.at(-1);
  const isGreen = done.every(({ call, failed }) => call.action === 'command' && call.result === 'ok' && !failed);
  const part = partOfKind(test?.call.command ?? '', 'test') ?? '';
  return edit >= 0 && isGreen && calls.at(-1) !== test ? cutWords(part, MAX_PART) : '';
}

/** A push, a pull request, or the commit that the user asked for, at the end of a turn that lacks its last words. */
function deliveredLast({ turn: { steps }, calls, words }: TurnView, isTicked: boolean): string {
  // The list is ticked off after it, and the tree looked at.
  const entry = calls.findLast(({ call }) => call.action !== 'plan' && commandKind(call.command ?? '') !== 'look');
  if (steps.at(-1)?.kind !== 'tool' || entry === undefined || entry.failed || entry.call.result !== 'ok') return '';
  const part = kindsOf(entry.call.command ?? '').findLast((one) => one.kind === 'deliver')?.text ?? '';
  const isEnd =
    /^git\b.{0,60} push\b|^gh pr create\b/.test(part) || ((isTicked || /\bcommit\b/i.test(words)) && part !== '');
  return isEnd && commandKind(entry.call.command ?? '') === 'deliver' ? nameOf(part) : '';
}

/** The end of what the agent said last, in any language. */
function lastWords({ turn: { steps } }: TurnView): string {
  const said = steps.findLast((step) => step.kind === 'text');
  const sentences = splitSentences(withoutPastes(said?.kind === 'text' ? said.text : ''));
  const last = sentences.at(-1) ?? '';
  const words = (last.length < MIN_WORDS ? sentences.slice(-2).join(' ') : last).replace(/[:.]$/, '');
  return subjectWords(words).size < MIN_TOLD ? '' : words;
}

const MIN_WORDS = 40;
const MIN_TOLD = 3;

/** What the agent said that it does is done when the push or the commit of it went well: what came after it is told beside it. */
function deliveredAsSaid(last: TurnView, doing: string): string {
  const verb = /\bpush/i.test(doing) ? 'push' : (/\bcommit/i.exec(doing)?.[0] ?? '');
  if (verb === '') return '';
  const made = sinceWords(last).filter(({ call, failed }) => call.result === 'ok' && !failed);
  const parts = made.flatMap(({ call }) =>
    kindsOf(call.command ?? '').flatMap(({ kind, text }) => (kind === 'deliver' ? [text] : [])),
  );
  const part = parts.findLast((text) => new RegExp(`^git\\b.{0,60} ${verb.toLowerCase()}\\b`).test(text));
  return part === undefined ? '' : nameOf(part);
}

/** The last thing that was run, when it failed. */
function failedLast(last: TurnView): string {
  const ran = sinceWords(last).findLast(
    ({ call }) => call.action === 'command' && commandKind(call.command ?? '') !== 'look',
  );
  if (ran === undefined || !ran.failed) return '';
  const error = cutWords(errorLine(ran.call.output ?? ''), MAX_ERROR);
  return `; after it \`${cutWords(withoutDirectory(ran.call.command ?? ''), MAX_PART)}\` failed${error === '' ? '' : ` (${error})`}`;
}

/** Of a request with several parts nobody has said yet that all of them are done. */
function partsOf(order: string): string {
  const parts = order.split(/[,;] (?:and )?|\band\b|\bthen\b/).filter((part) => isTelling(part));
  return parts.length < MIN_PARTS ? '' : `; check that each part is done of: ${order}`;
}

const MIN_PARTS = 3;

/** A script that the agent wrote to be run, and that nothing has run since. */
function unrunScript(last: TurnView): string {
  const calls = sinceWords(last);
  const at = calls.findLastIndex(isEdit);
  const entry = calls[at];
  const path = entry?.paths[0] ?? '';
  const isScript = entry?.call.change?.removed === '' && SCRIPT.test(path) && /\bscript\b/i.test(entry.said);
  const name = path.slice(path.lastIndexOf('/') + 1);
  return isScript && !calls.slice(at + 1).some(({ call }) => call.command?.includes(name)) ? path : '';
}

const SCRIPT = /(?:^|\/)(?:scripts?|tmp)\/[^/]+\.(?:[cm]?[jt]s|py|sh|rb|pl)$/;

function sinceWords({ calls, turn: { steps } }: TurnView): CallView[] {
  const said = steps.findLastIndex((step) => step.kind === 'text');
  const since = steps.slice(said + 1).flatMap((step) => (step.kind === 'tool' ? [step.call] : []));
  return calls.filter(({ call }) => since.includes(call));
}

/** Without the message that is written on several lines. */
function nameOf(part: string): string {
  return cutWords(part.replace(/ (?:-m |--message[ =]|--body[ =]?)?"?\$\(cat\b[\s\S]*$/, ''), MAX_PART);
}

const SO_FAR = '(so far: ';
const MIN_ORDER = 120;
const MAX_BEGUN = 240;
const MAX_SAID = 140;
const MAX_PART = 110;
const MAX_ERROR = 80;
