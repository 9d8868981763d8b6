import { defined } from '../core/defined.ts';
import { isScratch } from './command-kind.ts';
import { pushPart } from './pushes.ts';
import { seenItem, seenPullRequest } from './seen-pull-request.ts';
import type { CallView, Item, SessionView } from './session-view.ts';
import { type StackedPullRequest, stackedPullRequests } from './stacked-pull-requests.ts';

const MAX_TOLD = 6;
/** What was only looked at before these is old. */
const LAST_TURNS = 3;
const MAX_NAMED = 6;
const URL_OF_ONE = /https:\/\/\S{1,200}\/(?:pull|merge_requests)\/(\d+)/;
/** `gh pr merge 14 --squash`, with what stands behind it. */
const CALL = /(?:^|[\n;&|('"])[ \t]*(?:rtk )?gh pr (create|ready|merge|close|reopen)\b([^\n;&|]{0,400})/g;

interface PullRequest {
  readonly number: string;
  readonly url: string;
  readonly isOpened: boolean;
  readonly state: string;
  readonly branch?: string;
  readonly turn: number;
}

/** The pull requests that the session opened, merged or closed, each as it is now, and how their checks last stood. */
export function pullRequests({ calls, turns }: SessionView): Item[] {
  // Most lines have nothing to do with it.
  const own = calls.filter(
    ({ call: { action, command = '' } }) =>
      action === 'command' && (command.includes('gh pr ') || pushPart(command) !== undefined) && !isScratch(command),
  );
  const known = new Map<string, PullRequest>();
  let seen: Seen = {};
  for (const entry of own) {
    const told = entry.failed || entry.call.result !== 'ok' ? [] : [...(entry.call.command ?? '').matchAll(CALL)];
    for (const [, verb = '', rest = ''] of told) note(known, entry, { verb, rest });
    for (const one of stackedPullRequests(entry)) noteStacked(known, entry, one);
    seen = { ...(told.length > 0 ? {} : seen), ...seenIn(entry) };
  }
  const isNew = (item: Item | undefined) =>
    item?.from?.turn !== undefined && item.from.turn > turns.length - LAST_TURNS;
  return [...[...known.values()].slice(-MAX_TOLD).map(itemOf), ...Object.values<Item>(defined(seen)).filter(isNew)];
}

/** What was only looked at; it is old as soon as something is done. */
interface Seen {
  readonly checks?: Item;
  readonly missing?: Item;
  readonly viewed?: Item;
}

function seenIn(entry: CallView): Seen {
  const { command = '', output = '' } = entry.call;
  const checked = [...command.matchAll(CHECKED)];
  // Of a loop over several, nobody can say which line came of which.
  const checks = checked.length === 1 ? checksOf(entry, checked[0]?.[1]) : undefined;
  const branch = /no (?:open )?pull requests found for branch "?([^\s"]{1,100})/.exec(output)?.[1];
  const missing = branch === undefined ? undefined : { text: `No pull request yet for ${branch}`, from: fromOf(entry) };
  const found = seenPullRequest(entry);
  const viewed = found === undefined ? undefined : seenItem(found, entry.turn);
  return defined({ checks, missing, viewed });
}

function note(known: Map<string, PullRequest>, { call, turn }: CallView, told: { verb: string; rest: string }): void {
  const { verb, rest } = told;
  if (verb === 'create') {
    const [url = '', number = ''] = URL_OF_ONE.exec(call.output ?? '') ?? [];
    const state = /\s(?:--draft|-d)(?=\s|$)/.test(call.command ?? '') ? 'draft' : '';
    known.delete(number);
    known.set(number, { number, url, isOpened: true, state, turn });
    return;
  }
  const number = /(?:^|\s|\/pull\/)#?(\d{1,7})(?=\s|$)/.exec(rest)?.[1] ?? [...known.keys()].at(-1) ?? '';
  const before = known.get(number) ?? { number, url: '', isOpened: false };
  known.delete(number);
  known.set(number, { ...before, state: stateAfter(verb, rest), turn });
}

function noteStacked(known: Map<string, PullRequest>, { turn, call }: CallView, one: StackedPullRequest): void {
  const before = known.get(one.number);
  known.delete(one.number);
  const isDraft = one.isOpened && /\bin draft mode\b|\s--draft\b/.test(`${call.command} ${call.output}`);
  known.set(one.number, {
    number: one.number,
    url: one.url || (before?.url ?? ''),
    isOpened: one.isOpened || before?.isOpened === true,
    state: before?.state ?? (isDraft ? 'draft' : ''),
    branch: one.branch || (before?.branch ?? ''),
    turn,
  });
}

function stateAfter(verb: string, rest: string): string {
  if (verb === 'ready') return rest.includes('--undo') ? 'draft' : 'marked ready';
  if (verb === 'merge') return rest.includes('--auto') ? 'to be merged when its checks pass' : 'merged';
  return verb === 'close' ? 'closed' : 'reopened';
}

function itemOf({ number, url, isOpened, state, branch = '', turn }: PullRequest): Item {
  const name = url === '' && number !== '' ? `#${number}` : url;
  const what = isOpened ? 'Opened a pull request' : 'Pull request';
  const head = branch === '' ? '' : ` of ${branch}`;
  return { text: `${what} ${name}`.trim() + head + (state === '' ? '' : `: ${state}`), from: { by: 'command', turn } };
}

const CHECKED = /\bgh pr checks(?: +["']?([^\s"'-][^\s"']*))?/g;
const CHECK = /^[*X✓✗\-\s]{0,4}(\S.{0,79}?)\t(pass|fail|pending|cancel)\t/gm;

/** The last word about each check. */
function checksOf(entry: CallView, which = ''): Item | undefined {
  if (which.includes('$')) return undefined;
  const number = /^#?(\d{1,7})$|\/pull\/(\d{1,7})/.exec(which)?.slice(1).join('') ?? '';
  const state = new Map<string, string>();
  for (const [, name = '', how = ''] of (entry.call.output ?? '').matchAll(CHECK)) state.set(name, how);
  if (state.size === 0) return undefined;
  const named = (how: string) => [...state].filter(([, one]) => one === how).map(([name]) => name);
  const passed = named('pass').length;
  const parts = [
    ...(['fail', 'cancel', 'pending'] as const).flatMap((how) => listed(WORDS[how], named(how))),
    ...(passed === 0 ? [] : [`${passed} passed`]),
  ];
  const name = number === '' ? 'the pull request' : `pull request #${number}`;
  return {
    text: `Checks of ${name}, last seen in turn ${entry.turn}: ${parts.join('; ')}`,
    from: fromOf(entry),
  };
}

const WORDS = { fail: 'failed', cancel: 'cancelled', pending: 'pending' } as const;

function listed(word: string, names: readonly string[]): string[] {
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
  return names.length === 0 ? [] : [`${word}: ${names.slice(0, MAX_NAMED).join(', ')}${more}`];
}

function fromOf({ turn }: CallView): NonNullable<Item['from']> {
  return { by: 'command', turn };
}
