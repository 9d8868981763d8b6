import { checksOf } from './command-kind.ts';
import type { CallView, SessionView } from './session-view.ts';

const LAST_TURNS = 2;
const MAX_TOLD = 2;
/** What the sandbox or the network does not let through; no edit of the code changes it. */
const WALL =
  /\boperation not permitted\b|\bread-only file system\b|\bcould not resolve host|\btemporary failure in name resolution\b|\bgetaddrinfo E\w+|\bnetwork is unreachable\b|\bunable to create '[^'\n]{1,300}\.lock'/i;

/** What the machine refused more than once and never let through after: the last try of each program, in the last turns. */
export function walls({ calls, turns }: SessionView): CallView[] {
  const hit = calls.filter(
    ({ call, failed, turn }) =>
      failed && turn > turns.length - LAST_TURNS && call.action === 'command' && WALL.test(call.output ?? ''),
  );
  const last = new Map(hit.map((entry) => [programOf(entry), entry]));
  return [...last.values()]
    .filter((entry) => hit.filter((other) => programOf(other) === programOf(entry)).length > 1)
    .filter((entry) => !wentWellAfter(calls, entry))
    .slice(-MAX_TOLD);
}

function programOf({ call }: CallView): string {
  return checksOf(call.command ?? '')[0]?.name ?? '';
}

function wentWellAfter(calls: readonly CallView[], entry: CallView): boolean {
  const program = programOf(entry);
  return calls
    .slice(calls.indexOf(entry) + 1)
    .some(
      ({ call, failed }) =>
        !failed && call.result === 'ok' && checksOf(call.command ?? '').some(({ name }) => name === program),
    );
}
