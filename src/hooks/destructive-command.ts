import { withoutWrapping } from './wrapped-command.ts';

/** A command that may destroy work which no commit holds; `undefined` when it is none. Errs towards saving. */
export function destructivePart(command: string): string | undefined {
  return splitCommands(command)
    .map((part) => part.trim())
    .find((part) => part !== '' && isDestructive(withoutWrapping(part)));
}

/** Cuts at the signs by which a shell runs one command after another, and into what it substitutes. */
function splitCommands(command: string): string[] {
  return command.split(/&&|\|\||[;|&\n()`{}]|\$\(/);
}

// Each sign can be read in one way only: else a long row of options takes forever.
const GIT = String.raw`^(?:\S*\/)?git\s+(?:-[cC]\s+\S+\s+|-(?![cC]\s)[\w-]+(?:=\S+)?\s+)*`;

const forms: readonly RegExp[] = [
  new RegExp(`${GIT}reset\\b.*--(?:hard|merge|keep)\\b`),
  new RegExp(`${GIT}clean\\b(?!.*(?:--dry-run|\\s-[a-zA-Z]*n))`),
  new RegExp(`${GIT}checkout\\b.*(?:\\s--(?:\\s|$)|\\s-f\\b|\\s--force\\b|\\s\\.(?:\\s|$|/))`),
  // Without `--`, a name that may be a file's, or one behind that of a commit. A branch may look like it; saving once more is cheap.
  new RegExp(
    `${GIT}checkout\\b(?!.*\\s(?:-[bBt]|--orphan|--track)\\b)(?:\\s+-\\S+)*\\s+(?:[^-\\s]\\S*\\s+(?!\\d?>)[^-\\s]|[^-\\s]*[./])`,
  ),
  new RegExp(`${GIT}restore\\b(?!.*--staged(?!.*(?:--worktree|\\s-W\\b)))`),
  new RegExp(`${GIT}switch\\b.*(?:\\s-f\\b|--force\\b|--discard-changes\\b)`),
  new RegExp(`${GIT}stash\\b(?!\\s+(?:list|show|create)\\b)`),
  new RegExp(
    `${GIT}(?:rm\\b(?!.*--cached)|read-tree\\b.*(?:--reset|\\s-u\\b)|worktree\\s+remove\\b|checkout-index\\b.*-f)`,
  ),
  new RegExp(`${GIT}(?:merge|cherry-pick|revert|am)\\b.*--(?:abort|quit|skip)\\b`),
  new RegExp(`${GIT}(?:rebase|filter-branch|filter-repo)\\b`),
  new RegExp(`${GIT}pull\\b.*\\s(?:--rebase|-r\\b|--autostash|--force|-f\\b)`),
  new RegExp(`${GIT}submodule\\b.*\\s(?:--force|-f\\b)`),
  /^(?:\S*\/)?(?:rm|rmdir|del|erase|Remove-Item)(?:$|\s+(?!--(?:help|version)\b)\S)/i,
  /^(?:\S*\/)?mv\b(?!.*\s(?:-n|--no-clobber)(?:\s|$))/,
  /^(?:\S*\/)?dd\s.*\bof=/,
  /^(?:\S*\/)?find\b.*\s(?:-delete\b|-exec\s+rm\b)/,
  /^(?:\S*\/)?(?:shred|truncate|unlink)\s/,
  /^(?:\S*\/)?rsync\b.*--delete/,
];

function isDestructive(part: string): boolean {
  return forms.some((form) => form.test(part));
}
