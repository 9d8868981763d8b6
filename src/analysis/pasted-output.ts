import { errorLine } from './command-outcome.ts';
import { cutWords, firstSentences } from './sentences.ts';

/** A prompt such as `➜ app git:(main) ✗ git push`, pasted with what the command printed. */
const SHELL_PROMPT = /^\s*(?:➜\s+\S+(?: git:\(\S+\))?(?: ✗)?|❯|\$|\S+@\S+[:~][^$%#\n]*[$%#])\s+(\S[^\n]*)\n([\s\S]+)$/;

/** What went wrong in a terminal says more than all that it printed. */
export function fromTerminal(words: string): string {
  const [, command = '', printed = ''] = SHELL_PROMPT.exec(words) ?? [];
  const error = errorLine(printed);
  return error === '' ? '' : `The user pasted \`${cutWords(command, 120)}\` with its output: ${error}`;
}

const CONSOLE = String.raw`[\w.-]+\.(?:m?js|jsx|tsx?)(?:\?\S*)?:\d+(?::\d+)? `;
const LOG_LINE = new RegExp(String.raw`^\s*(?:\[[\w .:/-]{2,40}\] |\d\d:\d\d:\d\d|\d{4}-\d\d-\d\d[T ]|${CONSOLE})`);
/** A browser's console, pasted right behind the words. */
const CONSOLE_BEHIND = new RegExp(`^([^\\n]*\\S) (?=${CONSOLE}[^\\n]+\\n)`);
const CONSOLE_MARK = new RegExp(`^${CONSOLE}`);

/** What was said above a log that was pasted, and the line of it that says what went wrong; empty where there is no log. */
export function fromLog(words: string): string {
  const lines = words.replace(CONSOLE_BEHIND, '$1\n').split('\n');
  const at = lines.findIndex((line) => LOG_LINE.test(line));
  if (at < 1) return '';
  // The log may begin behind the colon.
  const said = firstSentences(
    lines
      .slice(0, at)
      .join('\n')
      .replace(/: *\[[\w .:/-]{2,40}\] [^\n]*$/, ':'),
    MAX_ABOVE,
  );
  const error = (lines.findLast((line) => LOG_LINE.test(line) && WENT_WRONG.test(line)) ?? '')
    .trim()
    .replace(CONSOLE_MARK, '');
  return `${said.replace(/:$/, '')} (a log was pasted${error === '' ? '' : `: ${cutWords(error, MAX_LOGGED)}`})`;
}

/** In a log the last of them is what it ended with. */
const WENT_WRONG =
  /\b(?:error|fatal|exception): |\b(?:failed|exited with|exit code [1-9]|cannot|could not|not found|denied|timed out)\b/i;
const MAX_LOGGED = 160;

const MAX_ABOVE = 200;
