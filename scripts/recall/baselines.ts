import { createTwoFilesPatch } from 'diff';
import { countTokens } from '../../src/core/count-tokens.ts';
import { filesThen } from './files-then.ts';
import { readPaths } from './paths-of.ts';
import { list, object, type RawCall, type RawEvent, type RawSession, string } from './raw-event.ts';

export interface Limits {
  readonly tokens: number;
  readonly chars: number;
}

/** What one would do without a checkpoint, within the same limits. */
export const baselines: Readonly<Record<string, (session: RawSession, limits: Limits) => string>> = {
  'transcript tail': ({ events }, limits) =>
    tail(
      events.map((event) => written(event, false)),
      limits,
    ),
  'masked tail': ({ events }, limits) =>
    tail(
      events.map((event) => written(event, true)),
      limits,
    ),
  'conversation tail': ({ events }, limits) =>
    tail(
      events.filter((event) => event.kind !== 'call').map((event) => written(event, true)),
      limits,
    ),
  'todo list': (session, limits) => tail([lastTodos(session)], limits),
  'git diff': (session, limits) => tail(diffs(session), limits),
  'user messages': ({ events }, limits) =>
    tail(
      events.filter((event) => event.kind === 'user').map((event) => written(event, true)),
      limits,
    ),
};

/** The whole session as text, for the price of reading it again. */
export function wholeText({ events }: RawSession): string {
  return events.map((event) => written(event, false)).join('\n');
}

/** What user and agent said, without any calls. */
export function saidText({ events }: RawSession): string {
  return events
    .filter((event) => event.kind !== 'call')
    .map((event) => written(event, true))
    .join('\n');
}

/**
 * What an agent reads without a checkpoint to catch up: the conversation, what searches found, and the files that the session touched or
 * read, as whole as the transcript has them.
 */
export function rereadText(session: RawSession): string {
  const files = new Map(readOutputs(session));
  for (const { path, before, after = before ?? '' } of filesThen(session)) files.set(path, after);
  return [saidText(session), ...files.values()].join('\n');
}

const SEARCH_TOOL = /^(?:Glob|Grep|LS|glob|grep|search_file_content|list_directory|list_dir|read_many_files)$/;
const READING_COMMAND = /^(?:cd \S+ && )?(?:cat|sed -n|nl|head|tail|rg|grep|ls|find|tree|git (?:show|grep|ls-files))\b/;

/** The longest that was seen of each file that was read, and what each search found. */
function readOutputs({ events, cwd }: RawSession): Map<string, string> {
  const seen = new Map<string, string>();
  for (const event of events) {
    if (event.kind !== 'call' || event.call.failed) continue;
    const { tool, input, output } = event.call;
    const command = shellCommand(event.call);
    const searches =
      SEARCH_TOOL.test(tool) || READING_COMMAND.test(command) ? [`${tool} ${JSON.stringify(input)}`] : [];
    for (const name of [...readPaths({ cwd, events: [event] }), ...searches])
      if (output.length > (seen.get(name)?.length ?? 0)) seen.set(name, output);
  }
  return seen;
}

/** What a shell was asked to run, without the shell itself. */
function shellCommand({ input }: RawCall): string {
  const command = input['command'] ?? input['cmd'];
  const text = Array.isArray(command) ? string(command.at(-1)) : string(command);
  return text.trim();
}

function written(event: RawEvent, masked: boolean): string {
  if (event.kind !== 'call') return `${event.kind}: ${event.text}`;
  const { tool, input, output, failed } = event.call;
  const result = masked ? '[output omitted]' : output;
  return `call: ${tool} ${JSON.stringify(input)}\n${failed ? 'failed: ' : ''}${result}`;
}

/** As many pieces from the end as fit, the first of them cut. */
function tail(pieces: readonly string[], limits: Limits): string {
  const text = pieces.join('\n');
  let [low, high] = [0, Math.min(text.length, limits.chars)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (countTokens(text.slice(text.length - middle)) <= limits.tokens) low = middle;
    else high = middle - 1;
  }
  return text.slice(text.length - low);
}

function lastTodos({ events }: RawSession): string {
  const calls = events.flatMap((event) => (event.kind === 'call' ? [event.call] : []));
  const whole = calls.findLast(({ tool }) => /^(TodoWrite|update_plan|write_todos)$/.test(tool));
  const tasks = calls
    .filter(({ tool }) => /^Task(Create|Update)$/.test(tool))
    .map(({ input }) => JSON.stringify(input));
  const todos = list(whole?.input['todos'] ?? whole?.input['plan']).map(object);
  return [
    ...todos.map((todo) => `[${string(todo['status'])}] ${string(todo['content'] ?? todo['step'])}`),
    ...tasks,
  ].join('\n');
}

function diffs(session: RawSession): string[] {
  return filesThen(session).map(
    ({ path, before = '', after = '' }) =>
      createTwoFilesPatch(`a/${path}`, `b/${path}`, before, after, '', '', { context: 3, maxEditLength: 4000 }) ??
      `a/${path} b/${path}`,
  );
}
