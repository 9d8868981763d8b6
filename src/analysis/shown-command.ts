/** What is handed to a command as its input. */
const HEREDOC = /(?<!\$\(cat )(<<-?\s*(['"]?)(\w+)\2[^\n]*)\n[\s\S]*?\n\s*\3(?=[ \t]*(?:\n|$))/g;

/** A command line without the texts that are handed to it, where other commands stand behind them: these say what came of it. */
export function shownCommand(command: string): string {
  const short = command.trim().replace(HEREDOC, '$1 …');
  return /<<[^\n]* …\s*\n\s*\S/.test(short) ? short.replace(/[;\s]*\n\s*/g, '; ') : command;
}
