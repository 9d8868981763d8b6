import { cutWords } from './sentences.ts';
import type { Item, SessionView } from './session-view.ts';

const LAST_TURNS = 2;
const MAX_NAMED = 2;
const LENGTH = 110;

/** `nohup ./measure.sh > run.log 2>&1 &`: what outlives the call that starts it, and where it writes. */
const DETACHED =
  /(?:^|[\s;&|(])((?:nohup|setsid) [^\n;&|>]{1,300}?)\s*>{1,2}\s*(["']?)([^\s"'&;|>]{2,200})\2[^\n;|]{0,60}&/g;
const HEREDOC = /<<-?\s*['"]?(\w+)['"]?[\s\S]*?\n\s*\1(?:\n|$)/g;
const PID = /\bpid[:= ]{1,2}(\d{2,8})\b/i;

/** What the last turns started apart from themselves; only its log knows how far it is. */
export function detached({ calls, turns }: SessionView): Item[] {
  const found = new Map<string, Item>();
  for (const [at, entry] of calls.entries()) {
    if (entry.turn <= turns.length - LAST_TURNS || entry.call.result !== 'ok') continue;
    const pid = PID.exec(entry.call.output ?? '')?.[1];
    const isKilled = pid !== undefined && calls.slice(at + 1).some((later) => kills(later.call.command ?? '', pid));
    for (const { what, log } of isKilled ? [] : startedIn(entry.call.command ?? '')) {
      const [who, name] = [pid === undefined ? '' : `, pid ${pid}`, log.slice(log.lastIndexOf('/') + 1)];
      const text = `Started detached${who}, look at ${name}: \`${cutWords(what, LENGTH)}\` (${log})`;
      found.set(log, { text, from: { by: 'command', turn: entry.turn } });
    }
  }
  return [...found.values()].slice(-MAX_NAMED);
}

function startedIn(command: string): { readonly what: string; readonly log: string }[] {
  const script = command.replace(HEREDOC, '\n');
  return [...script.matchAll(DETACHED)]
    .map(([, what = '', , log = '']) => ({ what, log: resolved(log, script) }))
    .filter(({ log }) => log !== '/dev/null');
}

function kills(command: string, pid: string): boolean {
  return /\bkill\b/.test(command) && command.includes(pid);
}

/** `$LOGS/run.log` with what the same command line sets `LOGS` to. */
function resolved(path: string, script: string): string {
  return path.replace(/\$\{?(\w+)\}?/g, (whole, name: string) => {
    const set = new RegExp(String.raw`(?:^|[\s;&])${name}=["']?([^\s"';&$]{1,200})`).exec(script)?.[1];
    return set ?? whole;
  });
}
