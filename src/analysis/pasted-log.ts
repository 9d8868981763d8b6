/** How a line of a log begins: with a name or a time in brackets, a time, or a level. */
const LOGGED =
  /^\s*(?:\[[^\]\n]{1,60}\]|\d{4}-\d\d-\d\d[T ]\d\d:|\d{1,2}:\d\d:\d\d\b|[A-Z][a-z]{2} {1,2}\d{1,2} \d\d:\d\d|(?:INFO|DEBUG|WARN|WARNING|ERROR|TRACE)\b|npm (?:warn|error|ERR!))/;
/** A box that is to be ticked is the user's own list. */
const BOX = /^\s*\[[ xX]\]/;
const TROUBLE =
  /\b(?:error|failed|failure|fatal|exception|panic|denied|refused|timed out|not found|cannot|could not)\b/i;
/** So many lines may have been typed, or be what the prompt is about. */
const FEW_LINES = 8;
/** Lines between two of a log that belong to it: traces, values over several lines. */
const MAX_BETWEEN = 3;
const LAST_LINES = 3;
const MAX_TROUBLE = 4;
const MAX_LINE = 240;

/** Of a log that was pasted, the lines that speak of trouble and the last ones, with how many were left out. */
export function shortenLogs(text: string): string {
  const lines = text.split('\n');
  const kept: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const end = isLogged(lines[at]) ? endOfLog(lines, at) : at;
    const log = lines.slice(at, end).filter((line) => line.trim() !== '');
    kept.push(...(log.length > FEW_LINES ? gistOf(log) : lines.slice(at, Math.max(end, at + 1))));
    at = Math.max(end, at + 1);
  }
  return kept.join('\n');
}

function isLogged(line = ''): boolean {
  return LOGGED.test(line) && !BOX.test(line);
}

/** Behind the last line that belongs to the log. */
function endOfLog(lines: readonly string[], start: number): number {
  let end = start + 1;
  for (let at = end; at < lines.length && at - end <= MAX_BETWEEN; at += 1) if (isLogged(lines[at])) end = at + 1;
  return end;
}

function gistOf(log: readonly string[]): string[] {
  const last = log.slice(-LAST_LINES);
  // A loop says the same a hundred times.
  const trouble = new Set(log.slice(0, -LAST_LINES).filter((line) => TROUBLE.test(line)));
  const told = [...trouble].slice(-MAX_TROUBLE);
  const mark = `[… ${log.length - told.length - last.length} lines of a log …]`;
  return [mark, ...told, ...last].map((line) => (line.length <= MAX_LINE ? line : `${line.slice(0, MAX_LINE)}…`));
}
