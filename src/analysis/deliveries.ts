import type { CallView, SessionView } from './session-view.ts';

const MESSAGE =
  /^[^\n]{0,200}?(?:\s-\w*m|\s--message)[= ]?\s*(?:"\$\(cat <<-?\s*['"]?(\w+)['"]?\s*\n([\s\S]*?)(?:\n\s*\1\b|$)|"((?:[^"\\]|\\.)*)"|'([^']*)')/;

/** The subject of the last commit that a command line makes; empty when it cannot be told. */
function commitSubject(command: string): string {
  const at = [...command.matchAll(/\bgit(?: -c \S+)* commit\b/g)].at(-1)?.index;
  if (at === undefined) return '';
  const [, , here, double, single] = MESSAGE.exec(command.slice(at)) ?? [];
  return (here ?? double ?? single ?? '').trim().split('\n')[0]?.trim() ?? '';
}

export interface Delivery {
  readonly what: 'commit' | 'push' | 'pull request';
  readonly text: string;
  readonly turn: number;
}

/** Commits, pushes and pull requests that went well, in order. */
export function findDeliveries(view: SessionView): Delivery[] {
  return view.calls
    .filter(({ call, failed }) => call.action === 'command' && call.result === 'ok' && !failed)
    .flatMap(deliveriesOf);
}

function deliveriesOf({ call, turn }: CallView): Delivery[] {
  const command = call.command ?? '';
  const subject = commitSubject(command);
  const url = /https:\/\/\S{1,200}\/(?:pull|merge_requests)\/\d+/.exec(call.output ?? '')?.[0];
  return [
    ...(subject === '' ? [] : [{ what: 'commit' as const, text: subject, turn }]),
    ...(/\bgit\b.{0,80}\bpush\b/.test(command.split('\n')[0] ?? '') ? [{ what: 'push' as const, text: '', turn }] : []),
    ...(/\bgh pr create\b/.test(command) ? [{ what: 'pull request' as const, text: url ?? '', turn }] : []),
  ];
}
