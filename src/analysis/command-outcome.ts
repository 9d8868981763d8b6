import type { ToolCall } from '../core/session.ts';
import { type CommandKind, commandKind, isHelp, isScratch, kindsOf, leadingPart } from './command-kind.ts';
import { cutWords } from './sentences.ts';

const FAILED_OUTPUT =
  /^\s*(?:FAIL\b|--- FAIL|not ok \d|FAILED\b|npm (?:ERR!|error)|×\s(?!No files were processed)|error: unrecognized subcommand|error: script \S+ exited with code [1-9]|BUILD FAILED|Traceback \(most recent|panic: |error(?:\[E\d+\])?: could not compile|[\w./+-]{1,200}:\d+:\d+: error: |✘|✖ \d+ problems?\b(?! \(0 errors))|\b[1-9]\d* (?:failed|failing|failures?|errors?)\b(?! \((?:0|\d+ fixed, 0 remaining))|error TS\d+:|\bTests?:\s+[1-9]\d* failed/im;
const ERROR_LINE =
  /\b(?:\w*error|fail(?:ed|ure|ing|s)?|fatal|panic(?:ked)?|\w*exception|cannot|can't|could not|not found|no such|undefined|denied|refused|timed? ?out|expected|assert\w*|unexpected|missing|invalid|unable)\b|\bERR!|✘|✖|^[×X]\s|^E\s|--- FAIL|not ok \d/i;
const NO_NEWS =
  /^(?:Exit code \d+|> .*|warning: .*|\$ .*|npm (?:ERR!|error)(?: +(?:code|errno|path|syscall|command|<?https?:|A complete log|Lifecycle|This is an error with npm itself|Log files were not written).*)?|(?:#+ )?(?:error|usage)|(?:usage: |(?:use|try|run|see|for more information)\b.{0,80}--help).*|[=\-_*~\s]+|Traceback.*|\d+ passing.*|0 (?:fail|error)\w*\b.*|ok\s.*|PASS.*|[✓✔√] .*|.*\bPASSED\b(?:\s+\[\s*\d+%\])?|\s*(?:at|File) .*|\[?\d+ characters cut.*|\[[^\]]{1,120} [0-9a-f]{7,40}\] .*|\d+ files? changed.*|(?:create|delete) mode \d+ .*)$/i;

/** Whether a command that came to an end failed. A pipe hides the exit code, so what was printed is read too. */
export function hasFailed(call: ToolCall): boolean {
  if (call.action === 'other' && call.tool.startsWith('mcp__')) return hasRefusedWork(call);
  if (call.action !== 'command' || ['refused', 'interrupted', 'open'].includes(call.result)) return false;
  const { command = '', exitCode = 0 } = call;
  if (wasStopped(call) || (isHelp(command) && exitCode <= 2) || foundNothing(call)) return false;
  if (call.result === 'failed' || exitCode !== 0) return true;
  return saysItFailed(call);
}

/** By what it printed, whatever the status of the line. */
function saysItFailed(call: ToolCall): boolean {
  const { command = '', output = '' } = call;
  if (refusesWords(command, output)) return true;
  const kind = commandKind(command);
  if (CHECKS.includes(kind)) return hasFailedCheck(command, output) || (kind === 'build' && NOT_BUILT.test(output));
  if (WATCHES.test(leadingPart(command))) return RUN_FAILED.test(output.slice(-MAX_SCREEN));
  // In a folder that is thrown away, failures are tried out on purpose.
  if (kind === 'look' || isScratch(command)) return isOnlyTrouble(call);
  if ((kind === 'deliver' || startsGit(command)) && DELIVERY_FAILED.test(output)) return true;
  return OWN_FAILURE.test(output) || /^\s*Error: \S/.test(output) || isOnlyTrouble(call);
}

/** `git add . && grep '<<<<' a.ts`: the search at the end found nothing, and that is its answer. */
function foundNothing({ command = '', output = '', exitCode }: ToolCall): boolean {
  if (exitCode !== 1 || !SEARCHES.test(kindsOf(command).at(-1)?.text ?? '')) return false;
  // What stood before it may have printed something; a check that did so may have failed.
  return output.trim() === '' || !(CHECKS.includes(commandKind(command)) || TROUBLE.test(output));
}

const CHECKS: readonly CommandKind[] = ['test', 'build', 'lint'];
const TROUBLE = /^(?:\S{1,80}: )?(?:fatal|error|usage|cannot|could not)\b|\bno such file\b|: command not found/im;

const SEARCHES = /^(?:(?:e|f|z)?grep|rg|ag|diff|cmp|test|\[|git (?:diff|grep))(?:\s|$)/;

function hasFailedCheck(command: string, output: string): boolean {
  if (tellsFailure(command, output) || NOT_RUN.test(output)) return true;
  return (FAILED_OUTPUT.test(output) || SCRIPT_FAILED.test(output)) && !isAllGood(output);
}

/** `lint -o report.json; echo "exit: $?"`: the status of the line is that of its last part. */
const TELLS_STATUS =
  /\becho (?:-e )?["']?([^"'\n$;&|]{0,40})\$\{?(?:\?|(?:PIPESTATUS|pipestatus|rc|ret|code|status|exit\w{0,10}|EXIT\w{0,10}|RC)\b)/g;

function tellsFailure(command: string, output: string): boolean {
  const labels = [...command.matchAll(TELLS_STATUS)].map(([, label = '']) => label.trim());
  if (labels.length === 0) return false;
  const lines = output
    .trimEnd()
    .split('\n')
    .map((line) => line.trim());
  return labels.some((label) =>
    (label === '' ? lines.slice(-1) : lines).some(
      (line) => line.startsWith(label) && /^\s*[1-9]\d{0,2}$/.test(line.slice(label.length)),
    ),
  );
}

/** A tool of a server says so, or its answer begins with it. */
function hasRefusedWork({ result, output = '' }: ToolCall): boolean {
  return result === 'failed' || (result === 'ok' && /^\s*(?:#{1,4} Error\b|Error: |<tool_use_error>)/.test(output));
}

/** `error: unexpected argument '-A' found`, `cat: illegal option -- A`: a program did not take what it was given. */
const REFUSES =
  /^\s*(?:error|[\w.-]{1,40}): (?:illegal|invalid|unknown|unrecognized|unexpected) (?:option|argument|flag|subcommand|command)\b\W*([\w-]+)/;

function refusesWords(command: string, output: string): boolean {
  const word = REFUSES.exec(output)?.[1];
  return word !== undefined && command.includes(word);
}

/** The shell or git said why it did not do it, and nothing else was printed but headings, whatever the status of the pipe. */
function isOnlyTrouble({ command = '', output = '' }: ToolCall): boolean {
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !HEADING.test(line));
  const isTold = (line: string) => SHELL_SAYS.test(line) || (/^(?:fatal|error): /.test(line) && startsGit(command));
  return lines.length > 0 && lines.every(isTold);
}

function startsGit(command: string): boolean {
  return /^git\b/.test(leadingPart(command));
}

const HEADING = /^(?:={2,}|-{2,}|#{2,}) \S/;
const SHELL_SAYS =
  /^(?:\(eval\)|(?:\/(?:usr\/)?bin\/)?(?:ba|z|da)?sh)(?::(?: line)? ?\d+)*: .{0,200}\b(?:no matches found|command not found|not found|permission denied|parse error|syntax error|unbound variable|bad substitution|no such file or directory)\b/i;

/** Somebody pressed Ctrl-C: a server that is not needed any more. Or the tool waits no longer, which says nothing about the command. */
export function wasStopped(call: ToolCall): boolean {
  const { exitCode, output = '' } = call;
  return exitCode === 130 || /(?:^|\n)\^C\s*$/.test(output) || hasTimedOut(call);
}

/** The tool's own limit of time, before which the command may have done all that it was for. */
export function hasTimedOut({ output = '', exitCode }: ToolCall): boolean {
  return exitCode !== 0 && TIMED_OUT.test(output.slice(0, 300));
}

const TIMED_OUT = /^(?:<\w+>|Exit code \d+\s)?\s*(?:error: )?command timed out after \d/i;

/** The shell did not understand the line: nothing ran, and the agent wrote it anew. */
export function isSlip({ output = '' }: ToolCall): boolean {
  return /unexpected EOF while looking for matching|syntax error near unexpected token|^zsh(?::\d+)?: (?:parse error|unmatched|no matches found)/m.test(
    output.slice(0, 400),
  );
}

/** Compilers and bundlers, whose words would mean nothing in the output of tests. */
const NOT_BUILT =
  /^\s*(?:[\w./@+-]{1,200}\.go:\d+:\d+: \S|go: .{0,200}\b(?:missing|cannot|error)\b|error(?:\[E\d+\])?: |\[ERROR\] |ERROR in \S|Failed to compile|error during build|(?:> )?Build error occurred|Module not found: )/m;
/** A run of the CI that was watched to its end; its own status is that of the watching. */
const WATCHES = /^gh run watch\b/;
const RUN_FAILED = /^X \S+ .{1,200} · \d{6,}$/m;
const MAX_SCREEN = 1_500;

/** A runner says that its script failed; make says so of a goal. */
const SCRIPT_FAILED =
  /^\s*(?:ELIFECYCLE\b|npm (?:ERR!|error) (?:code|Lifecycle)\b|error Command failed with exit code [1-9]|make(?:\[\d+\])?: \*\*\* )/im;
/** Another program of that name, or none, was there to run. */
const NOT_RUN = /This is not the tsc command you are looking for|npm error could not determine executable to run/;
/** What a shell or a wrapper says about the command itself, whatever its status. */
const OWN_FAILURE =
  /^(?:FAILED: \S|error: unrecognized subcommand |(?:[^\s:]{1,80}: (?:line \d+: )?){1,3}command not found$|(?:\S{1,40} )?(?:error: )?exit status [1-9]\d{0,2}\s*$(?![\s\S])|curl: \([1-9]\d?\) |Found [1-9]\d* errors?\b|Automatic merge failed|CONFLICT \(|\s*ELIFECYCLE\b|error Command failed with exit code [1-9]|make(?:\[\d+\])?: \*\*\* )/m;
const DELIVERY_FAILED =
  /^(?:fatal: |error: (?:failed|pathspec|cannot|could not|Your local changes)|ERROR: | ! \[(?:remote )?rejected\]|Automatic merge failed|CONFLICT \()/m;

const SUMMED_LINES = 10;

/** `1232 pass, 0 fail` at the end says more than what tests printed about failures that they made on purpose. */
function isAllGood(output: string): boolean {
  return addsUpToNone(output) && !FAILED_OUTPUT.test(endOf(output));
}

/** Whether tests ran and none of them failed, whatever came after them. */
export function addsUpToNone(output: string): boolean {
  const end = endOf(output);
  return /\b[1-9]\d* pass(?:ed|ing)?\b/.test(end) && /\b0 (?:fail(?:ed|ing|ures?)?|errors?)\b/.test(end);
}

function endOf(output: string): string {
  return output.trimEnd().split('\n').slice(-SUMMED_LINES).join('\n');
}

const RAISED = /^[\w.]*(?:Error|Exception|Interrupt|Exit)\b/;

const LOCATED = /(?:^|[\s(])[\w@./-]+\.\w{1,5}(?::\d+|\(\d+)/;

/** The line of an output that says what went wrong: the first that speaks of it, below a traceback the last. */
export function errorLine(output: string): string {
  const lines = output
    .replace(/<\/?tool_use_error>/g, '')
    .split('\n')
    .map((line) => line.replace(/[\u2500-\u257f]+|^[_=]{3,} | [_=]{3,}$/g, ' ').trim())
    .filter((line) => line !== '' && !NO_NEWS.test(line));
  const isTraced = output.includes('Traceback (most recent') || /^\s*File "[^"]+", line \d+\s*$/m.test(output);
  const raised = isTraced ? lines.findLast((line) => RAISED.test(line)) : thrown(output);
  const telling = lines.filter((line, at) => ERROR_LINE.test(line) || isReason(line, lines[at - 1]));
  // `rewind.go:579:13: undefined: agent` says where to go on; `task failed` does not.
  const located = telling.find((line) => LOCATED.test(line));
  const reason = telling.find((line) => SAYS_ERROR.test(line)) ?? telling.find((line) => !NAMES_ONLY.test(line));
  const name = /^FAIL +\S/.test(telling[0] ?? '') ? `${telling[0]}: ` : '';
  const said = reason === undefined ? undefined : name + reason;
  return cutWords(raised ?? located ?? said ?? telling[0] ?? lines.at(-1) ?? '', 200);
}

/** An error that calls itself one says more than a line that has some such word in it; a step of a CI's run is one. */
const SAYS_ERROR =
  /^(?:\[?(?:\w*Error|ERROR|error(?:\[\w+\])?): |fatal: |\S{1,80}: error: |X (?!\S+ in \d|.* · \d{6,}$|Process completed))/;

/** What failed, without why. */
const NAMES_ONLY = /^(?:--- )?FAIL\b|^exit status \d+$|^make(?:\[\d+\])?: \*\*\*/;

/** Below the name of a test that failed stands why, in whatever words. */
function isReason(line: string, above = ''): boolean {
  return above.startsWith('--- FAIL') && LOCATED.test(line);
}

/** Node shows the line of code that threw, and below it what it threw, with the calls that led there. */
function thrown(output: string): string | undefined {
  return /^\s*\^+\s*\n(?:\s*\n)*(\S*(?:Error|Exception)\b.*)\n\s+at /m.exec(output)?.[1];
}

/** A command line without the step into the directory that the session is in anyway. */
export function withoutCd(command: string, cwd: string | undefined): string {
  const [whole, target = ''] = /^cd ["']?([^\s"'&;]+)["']? *(?:&&|;) */.exec(command) ?? [];
  const name = target.slice(target.lastIndexOf('/') + 1);
  return whole !== undefined && name !== '' && cwd?.split(/[\\/]/).at(-1) === name
    ? command.slice(whole.length)
    : command;
}

/** A command line without the step into any directory before it: what it does is behind it. */
export function withoutDirectory(command: string): string {
  return command.replace(/^\s*cd (?:"[^"\n]*"|'[^'\n]*'|[^\s;&]+) *(?:&&|;|\n)\s*(?=\S)/, '');
}
