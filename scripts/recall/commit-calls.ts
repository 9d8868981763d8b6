import { list, type RawCall, string } from './raw-event.ts';

const SHELL = /^(bash|shell|exec_command|run_shell_command|local_shell|container\.exec)/i;
const COMMIT = /(?:^|[;&|(\n]\s*)(?:env\s+)?(?:\w+=\S+\s+)*git(?:\s+-[cC]\s+\S+)*\s+commit\b(?![^\n]*--dry-run)/;
const MADE_NONE = /nothing (?:added )?to commit|no changes added to commit/;

/** The message of the commit that a call made in the working directory; undefined when it made none there. */
export function commitMessage(call: RawCall, cwd: string): string | undefined {
  const line = shellLine(call);
  const at = COMMIT.exec(line)?.index;
  if (at === undefined || call.output === '' || !isMade(call) || isElsewhere(line.slice(0, at), cwd)) return undefined;
  if (isOutside(string(call.input['workdir']) || (call.directory ?? ''), cwd) && !/\bcd\s/.test(line.slice(0, at)))
    return undefined;
  const rest = line.slice(at);
  const heredoc = /^[^\n]*<<-?\s*['"]?(\w+)['"]?\n([\s\S]*?)\n\s*\1\b/.exec(rest)?.[2];
  const quoted = /\s-\w*m\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)')/.exec(rest);
  const text = heredoc ?? quoted?.[1] ?? quoted?.[2] ?? /\] (.+)/.exec(call.output)?.[1] ?? '';
  return text.trim() === '' ? 'commit of the session' : text.trim();
}

/** A push that failed behind it does not undo it. */
function isMade({ output, failed }: RawCall): boolean {
  return failed ? /^\[[^\]\n]+ [0-9a-f]{7,}\] /m.test(output) : !MADE_NONE.test(output);
}

/** Neither in the directory of the session nor above it. */
function isOutside(place: string, cwd: string): boolean {
  return (
    place.startsWith('/') && cwd !== '' && !`${place}/`.startsWith(`${cwd}/`) && !`${cwd}/`.startsWith(`${place}/`)
  );
}

/** Whether a shell line went to another repository first. */
function isElsewhere(line: string, cwd: string): boolean {
  const target = [...line.matchAll(/(?:^|[;&|(\s])cd\s+["']?([^\s;&|"']+)/g)].at(-1)?.[1] ?? '';
  if (target.startsWith('$')) return true;
  const place = target.replace(/^~/, '').replace(/\/$/, '');
  return /^[~/]/.test(target) && !`${cwd}/`.endsWith(`${place}/`) && !place.startsWith(`${cwd}/`);
}

/** What git says of a commit that it made: how many files it took, and which of them are new or gone. */
export interface CommitTold {
  readonly count: number | undefined;
  readonly named: readonly string[];
}

export function commitTold({ output }: RawCall): CommitTold {
  const counts = [...output.matchAll(/^ (\d+) files? changed/gm)].map(([, count]) => Number(count));
  const named = [...output.matchAll(/^ (?:create|delete) mode \d+ (.+)$/gm)].map(([, path = '']) => path);
  return { count: counts.length === 1 ? counts[0] : undefined, named };
}

/** The branch that a call made and went to, or went to. */
export function switchedBranch(call: RawCall): string | undefined {
  if (call.failed) return undefined;
  const made = /\bgit(?:\s+-C\s+\S+)*\s+(?:checkout\s+-[bB]|switch\s+(?:-[cC]|--create))\s+([\w./-]+)/;
  return made.exec(shellLine(call))?.[1];
}

/** What a call gave to a shell; empty for any other tool. */
export function shellLine({ tool, input }: RawCall): string {
  if (!SHELL.test(tool)) return '';
  const words = list(input['command']);
  return words.length > 0 ? string(words.at(-1)) : string(input['command']) || string(input['cmd']);
}
