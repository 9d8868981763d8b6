import { commandKind } from './command-kind.ts';
import { withoutDirectory } from './command-outcome.ts';
import { cutWords } from './sentences.ts';
import { type CallView, isEdit, type TurnView } from './session-view.ts';

const MAX_LOOKS = 3;
const MAX_COMMAND = 60;

/** What the agent of a running turn looked at since it last changed or ran something, and said nothing of: the next step is about it. */
export function lastLooks({ calls, turn: { steps }, finished }: TurnView): string {
  const said = steps.findLastIndex((step) => step.kind === 'text');
  const last = steps.slice(said + 1).flatMap((step) => (step.kind === 'tool' ? [step.call] : []));
  const since = calls.filter(({ call }) => last.includes(call));
  const looks = since.slice(since.findLastIndex((entry) => !isLook(entry)) + 1);
  if (finished || looks.length === since.length || looks.some(({ call }) => call.result === 'open')) return '';
  return [...new Set(looks.flatMap(nameOf))].slice(-MAX_LOOKS).join(', ');
}

/** `echo a >> b.md` */
const WRITES = /(?<![2&=<-])>{1,2} ?(?![&>=]|\/dev\/)["'$\w./~]/;

function isLook(entry: CallView): boolean {
  const { action, command = '' } = entry.call;
  if (action === 'command') return commandKind(command) === 'look' && !WRITES.test(command);
  return !isEdit(entry) && (action === 'read' || action === 'search');
}

function nameOf({ call: { command }, paths }: CallView): string[] {
  return command === undefined ? paths.slice(0, 1) : [`\`${cutWords(withoutDirectory(command), MAX_COMMAND)}\``];
}
