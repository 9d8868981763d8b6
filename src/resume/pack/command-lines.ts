import { describeCommand, hasFailed, hasPassed } from '../../core/describe-command.ts';
import type { RecentCommand } from '../../core/note.ts';
import { clip } from './clip.ts';

interface CommandLines {
  readonly failed: readonly string[];
  readonly others: readonly string[];
  /** Some of the others say what they found out, which the next session would have to find out again. */
  readonly haveResults: boolean;
}

/** Whatever came of them, these show what the session was at. */
const NEAREST = 5;

/** The last command that failed with a message tells more than those around it; those that only went well are told in one line. */
export function splitCommands(commands: readonly RecentCommand[]): CommandLines {
  const at = commands.findLastIndex((command, place) => isTrouble(command) && !passedAfter(commands, place));
  const failed = commands[at];
  const others = commands.filter((command, place) => place !== at && isTelling(command)).map(describeShort);
  const quiet = commands.slice(-NEAREST).filter((command) => !isTelling(command));
  return {
    failed: failed === undefined ? [] : [`Last failure: ${describeCommand(failed)}`],
    others: quiet.length === 0 ? others : [`Went well: ${quiet.map(shortCommand).join(' · ')}`, ...others],
    haveResults: commands.some(({ result, outcome }) => result !== undefined && outcome !== 'refused'),
  };
}

function passedAfter(commands: readonly RecentCommand[], at: number): boolean {
  const name = nameOf(commands[at]);
  return commands.slice(at + 1).some((later) => hasPassed(later) && nameOf(later) === name);
}

function isTelling(command: RecentCommand): boolean {
  return command.result !== undefined || command.error !== undefined || !hasPassed(command);
}

const COMMAND_LENGTH = 90;

/** What a command found out is worth more than the end of a long command line. */
function describeShort(command: RecentCommand): string {
  return describeCommand({ ...command, command: shortCommand(command) });
}

function shortCommand({ command }: RecentCommand): string {
  return clip(command, COMMAND_LENGTH);
}

/** Failed or not permitted, with what was said about it. */
function isTrouble(command: RecentCommand): boolean {
  return command.error !== undefined && (hasFailed(command) || command.outcome === 'refused');
}

/** A command without what is set for it and what its output was piped to. */
function nameOf(command: RecentCommand | undefined): string {
  return ((command?.command ?? '').split(/ \| | 2>&1/)[0] ?? '').replace(/^(?:[A-Z_]+=\S* )+/, '').trim();
}
