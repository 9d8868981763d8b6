import type { SessionView } from './session-view.ts';

/** The number of the turn in which the oldest task that is open now was written down; absent where no call tells. */
export function listBegan({ session, calls }: SessionView): number | undefined {
  const open = session.todos.filter(({ status, owner }) => status !== 'completed' && owner === undefined);
  const planned = calls.filter(({ call, failed }) => call.action === 'plan' && call.result === 'ok' && !failed);
  const turns = open.map(
    ({ text }) =>
      planned.find(({ call }) => call.description === text)?.turn ?? onlyTurn(planned.map(({ turn }) => turn)),
  );
  return turns.length === 0 || turns.includes(undefined) ? undefined : Math.min(...turns.map((turn) => turn ?? 0));
}

/** A tool that writes the whole list again tells when it began only if all was written in one turn. */
function onlyTurn(turns: readonly number[]): number | undefined {
  return new Set(turns).size === 1 ? turns[0] : undefined;
}
