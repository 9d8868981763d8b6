import { isScratch } from './command-kind.ts';
import type { CallView, SessionView } from './session-view.ts';

const MESSAGE =
  /^[^\n]{0,200}?(?:\s-\w*m|\s--message)[= ]?\s*(?:"\$\(cat <<-?\s*['"]?(\w+)['"]?\s*\n([\s\S]*?)(?:\n\s*\1\b|$)|"((?:[^"\\]|\\.)*)"|'([^']*)')/;

/** The subjects of the commits that a command line makes, as far as they can be told. */
function commitSubjects(command: string): string[] {
  const subjects = [...command.matchAll(/\bgit(?: -c \S+)* commit\b/g)].map(({ index }) => {
    const [, , here, double, single] = MESSAGE.exec(command.slice(index)) ?? [];
    return (here ?? double ?? single ?? '').trim().split('\n')[0]?.trim() ?? '';
  });
  return [...new Set(subjects)].filter((subject) => subject !== '');
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
  if (isScratch(command)) return [];
  const url = /https:\/\/\S{1,200}\/(?:pull|merge_requests)\/\d+/.exec(call.output ?? '')?.[0];
  return [
    ...commitSubjects(command).map((text) => ({ what: 'commit' as const, text, turn })),
    ...(/\bgit\b.{0,80}\bpush\b/.test(command.split('\n')[0] ?? '') ? [{ what: 'push' as const, text: '', turn }] : []),
    ...(/\bgh pr create\b/.test(command) ? [{ what: 'pull request' as const, text: url ?? '', turn }] : []),
  ];
}
