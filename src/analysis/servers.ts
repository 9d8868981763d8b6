import type { ToolCall } from '../core/session.ts';
import { commandKind, kindsOf, leadingPart } from './command-kind.ts';
import { cutWords } from './sentences.ts';
import type { CallView, Item, SessionView } from './session-view.ts';

const SERVES =
  /^(?:(?:npm|pnpm|yarn|bun)\s.*\b(?:dev|serve|start|preview|storybook)\b|(?:node|bun|deno|tsx|python[\d.]*)\s.*\bserver?\b|(?:uvicorn|gunicorn|nodemon|ngrok|cloudflared|storybook)\b|vite(?! build)\b|next (?:dev|start)\b|flask run\b|rails s|\S*manage\.py runserver\b|kubectl port-forward\b|docker[- ]compose up\b(?!.*\s-d\b))/;
/** `go run web.go &`, with something behind it. */
const BESIDE = /(?:^|&&|;|\n)\s*([^\n;&|<>]{3,200}?)\s*(?:>\s*\S+\s*)?(?:2>&1\s*)?(?<![&>])&(?![&>\d])/;
const LISTENS =
  /\b(?:listening|serving|running|started|starting|ready|local)\b[^\n]{0,60}?(?::\d{4,5}\b|port \d{4,5}\b)/i;
const URL =
  /https?:\/\/(?:localhost|\[::1?\]|\d{1,3}(?:\.\d{1,3}){3}|[\w-]+\.(?:ngrok[\w.-]*|trycloudflare\.com))(?::\d{2,5})?/;
const PORT = /(?:--port[= ]|\s-p |\bPORT=|\bport |\bhttp |http\.server |:)(\d{4,5})\b/i;

/** Servers that the session started beside itself and, as far as is known, has not stopped: the newest of each. */
export function servers({ calls }: SessionView): Item[] {
  const found = new Map<string, Item>();
  for (const [at, { call, turn }] of calls.entries()) {
    const command = startedBy(call);
    if (command === '') continue;
    const key = kindsOf(command).findLast(({ kind }) => kind !== 'look')?.text ?? command;
    found.delete(key);
    const isOver = calls.slice(at + 1).some((later) => stops(later, `${command} ${call.output ?? ''}`));
    if (isOver) continue;
    const place = URL.exec(call.output ?? '')?.[0] ?? portOf(command) ?? portOf(call.output ?? '');
    const text = `Started in the background and not stopped: \`${cutWords(command, MAX_COMMAND)}\`${place === undefined ? '' : ` (${place})`}`;
    found.set(key, { text, from: { by: 'command', turn } });
  }
  return [...found.values()].slice(-MAX_NAMED);
}

const MAX_NAMED = 3;
const MAX_COMMAND = 200;

/** Whether a call that has no end is one that was started to stay. */
export function isServer({ command = '', result, output = '' }: ToolCall): boolean {
  if (result !== 'open' || commandKind(command) !== 'other') return false;
  return SERVES.test(leadingPart(command)) || LISTENS.test(output);
}

function startedBy(call: ToolCall): string {
  const { command = '', result, output = '' } = call;
  if (isServer(call)) return command.trim();
  const isBeside = result === 'ok' && LISTENS.test(output) && !/\bkill\b/.test(command);
  return isBeside ? (BESIDE.exec(command)?.[1]?.trim() ?? '') : '';
}

function portOf(text: string): string | undefined {
  const port = PORT.exec(text)?.[1];
  return port === undefined ? undefined : `port ${port}`;
}

/** What a line that kills names; numbers of processes name nothing. */
const NAMES = /[a-z][\w.-]{2,}|(?<=:)\d{4,5}\b/gi;
const NO_NAMES =
  /^(?:kill|pkill|killall|xargs|grep|sleep|head|tail|ps|aux|lsof|dev|null|true|echo|awk|print|fuser|tcp|pgrep|sudo)$/i;

/** Jobs and variables are known to the shell that began them alone. */
function stops({ call: { command = '', result } }: CallView, started: string): boolean {
  if (result !== 'ok' || !/\b(?:p?kill|killall|fuser -k)\b/.test(command)) return false;
  const lines = command.split('\n').filter((line) => /kill|fuser/.test(line) && !line.trim().startsWith('#'));
  if (lines.every((line) => /\bkill (?:-\w+ )*(?:%|"?\$)/.test(line))) return false;
  const names =
    lines
      .join('\n')
      .match(NAMES)
      ?.filter((name) => !NO_NAMES.test(name)) ?? [];
  return names.length === 0 || names.some((name) => started.includes(name));
}
