import { kindsOf } from './command-kind.ts';
import { ordersPlan } from './handed-plan.ts';
import { takesPlan } from './open-plan-steps.ts';
import { type Check, verificationOf } from './plan-verification.ts';
import { goodRunsOf } from './run-since.ts';
import { cutWords } from './sentences.ts';
import { type Item, isEdit, type SessionView, type TurnView } from './session-view.ts';

/** Of how a plan says that its result is tried, what nobody did yet: it is forgotten most easily when all of its steps are done. */
export function unverified(view: SessionView, known: readonly Item[]): Item[] {
  const plan = view.session.plans.findLast(({ approved }) => approved);
  const ordered = view.turns.findLast(takesPlan);
  if (plan === undefined) return [];
  const since = view.turns.slice(ordered === undefined ? -1 : ordered.number - 1);
  if (!since.some(({ calls }) => calls.some(isEdit)) || since.some(goesElsewhere) || since.some(tellsOfIt)) return [];
  if (known.some(({ text, from }) => from?.by === 'tasks' && /\bverif/i.test(text))) return [];
  const ran = goodRunsOf(view).filter(({ at }) => at.turn >= (since[0]?.number ?? 1));
  const commands = ran.map(({ command }) => command);
  const open = verificationOf(plan.text).filter((check) => !haveRun(check, commands));
  if (open.length === 0) return [];
  const told = open.slice(0, MAX_CHECKS).map(({ text }) => cutWords(text, MAX_CHECK));
  const more = open.length > MAX_CHECKS ? ` (and ${open.length - MAX_CHECKS} more)` : '';
  return [{ text: `Not verified yet, as the plan has it: ${told.join('; ')}${more}`, from: { by: 'plan' } }];
}

const MAX_CHECKS = 5;
const MAX_CHECK = 90;

/** `All tests pass` names no command. */
const KINDS = [
  { kind: 'test', words: /\btests? (?:suite )?pass|^run (?:all |the )*(?:\w+ )?tests?\b/i },
  { kind: 'build', words: /^(?:run )?(?:the )?build\b/i },
  { kind: 'lint', words: /^(?:run )?(?:the )?lint/i },
] as const;

function haveRun({ text, commands }: Check, ran: readonly string[]): boolean {
  if (commands.length > 0) return commands.every((part) => ran.some((command) => command.includes(part)));
  const kind = KINDS.find(({ words }) => words.test(text))?.kind;
  return kind !== undefined && ran.some((command) => kindsOf(command).some((part) => part.kind === kind));
}

/** The user went on to other work, and has seen what the plan gave. */
function goesElsewhere({ turn, kind }: TurnView, at: number): boolean {
  return at > 0 && kind !== 'housekeeping' && kind !== 'agreement' && kind !== 'nothing' && !ordersPlan(turn.prompt);
}

function tellsOfIt({ finished, closing }: TurnView): boolean {
  return finished && /\bverif(?:ied|ication)\b|\btested (?:it|manually|in the browser)\b/i.test(closing);
}
