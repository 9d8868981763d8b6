/** What is handed to a command as its input. */
const HEREDOC = /(<<-?\s*(['"]?)(\w+)\2[^\n]*)\n[\s\S]*?\n\s*\3(?=[ \t]*(?:\n|$))/g;

/** `commit -m "$(cat <<'EOF' …)"` */
const QUOTED = /"\$\(cat <<-?\s*(['"]?)(\w+)\1[ \t]*\n\s*([^\n]*)(?:[\s\S]*?\n\s*\2\s*\)"|[\s\S]*$)/g;
/** `base=1a2b3c`, on lines of their own. */
const SETS = /^(?:[A-Za-z_]\w*=(?:"[^"\n]*"|'[^'\n]*'|[^\s;&|"'`$()]*)[ \t]*[;\n]\s*)+(?=\S)/;

/** A command line with the subject of a message in place of the whole. */
export function withSubjects(command: string): string {
  return command.replace(QUOTED, '"$3"');
}

/** A command line without the texts that are handed to it, where other commands stand behind them: these say what came of it. */
export function shownCommand(command: string): string {
  const plain = withSubjects(command).trim().replace(SETS, '');
  const short = plain.replace(HEREDOC, '$1 …');
  return /<<[^\n]* …\s*\n\s*\S/.test(short) ? short.replace(/[;\s]*\n\s*/g, '; ') : plain;
}
