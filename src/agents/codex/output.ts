import { isObject, type JsonObject, numberAt, objectAt, parseObject, textAt } from '../json-value.ts';

/** How a call ended. */
export interface Ending {
  readonly text: string;
  readonly exit?: number | undefined;
  /** It runs on under this id. */
  readonly process?: string | undefined;
}

/** What a program of code mode printed, and how it ended. */
export interface ScriptOutput {
  readonly status: 'completed' | 'failed' | 'terminated' | 'running';
  /** Under which a running one is waited for. */
  readonly cell?: string | undefined;
  readonly texts: readonly string[];
  readonly error: string;
}

const SCRIPT =
  /^Script (?:(completed|failed|terminated)|running with cell ID (\S+))(?:\n|$)(?:Wall time [^\n]*(?:\n|$))?(?:Output:(?:\n|$))?/;
const SCRIPT_ERROR = 'Script error:\n';
/** A command that failed in the sandbox, which may or may not be why. */
const DENIED =
  /^failed in sandbox \w+ with execution error: sandbox denied exec error, exit code: (\d+), stdout: ([\s\S]*?), stderr: ([\s\S]*)$/;
const PRINTED_EXIT = /(?:^|\n)[^\w\n]*exit(?:[_ ]?(?:code|status))?\W{0,3}(-?\d+)\W*(?=\n|$)/i;

/** Reads the output of one tool, as the model saw it. */
export function readOutput(output: unknown): Ending {
  const text = textsOf(output).join('\n');
  const wrapped = text.startsWith('{') ? parseObject(text) : undefined;
  if (wrapped !== undefined && typeof wrapped['output'] === 'string') {
    return { text: wrapped['output'], exit: numberAt(objectAt(wrapped, 'metadata'), 'exit_code') };
  }
  const [, denied, printed, said] = DENIED.exec(text) ?? [];
  if (denied !== undefined) return { text: [printed, said].join('\n').trim(), exit: Number(denied) };
  const exit = /^(?:Process exited with code|Exit code:) (-?\d+)/m.exec(text.slice(0, 2000))?.[1];
  const process = /Process running with session ID (\d+)/.exec(text)?.[1];
  return { text: bodyOf(text), exit: exit === undefined ? undefined : Number(exit), process };
}

/** Reads the output of a program; undefined when a tool gave it. */
export function readScript(output: unknown): ScriptOutput | undefined {
  const [head = '', ...rest] = textsOf(output);
  const [header, ended, cell] = SCRIPT.exec(head) ?? [];
  if (header === undefined) return undefined;
  const first = head.slice(header.length);
  // An empty text is what a command printed, too.
  const printed = first.trim() === '' ? rest : [first, ...rest];
  const error = printed.findLast((text) => text.startsWith(SCRIPT_ERROR))?.slice(SCRIPT_ERROR.length) ?? '';
  const texts = printed.filter((text) => !text.startsWith(SCRIPT_ERROR));
  return { status: (ended as ScriptOutput['status'] | undefined) ?? 'running', cell, texts, error };
}

/** The results of commands among what a program printed: whole, or in a list. */
export function commandEndings(texts: readonly string[]): readonly Ending[] {
  return texts
    .flatMap((text) => (text.startsWith('[') ? (parseObject(`{"list":${text}}`)?.['list'] ?? []) : [parseObject(text)]))
    .filter(isObject)
    .map((record) => ('value' in record ? objectAt(record, 'value') : record))
    .filter(
      (record) => typeof record['output'] === 'string' && ('exit_code' in record || 'wall_time_seconds' in record),
    )
    .map(commandEnding);
}

function commandEnding(record: JsonObject): Ending {
  const process = numberAt(record, 'session_id');
  const exit = numberAt(record, 'exit_code');
  return { text: textAt(record, 'output'), exit, process: process === undefined ? undefined : String(process) };
}

/** The exit code in a line of its own, as programs print it beside the output. */
export function printedExit(text: string): number | undefined {
  const exit = PRINTED_EXIT.exec(text)?.[1];
  return exit === undefined ? undefined : Number(exit);
}

function textsOf(output: unknown): readonly string[] {
  if (typeof output === 'string') return [output];
  if (isObject(output)) return [textAt(output, 'content') || textAt(output, 'text')];
  return Array.isArray(output) ? output.filter(isObject).map((part) => textAt(part, 'text')) : [];
}

/** Without the lines about the process that stand before the output itself. */
function bodyOf(text: string): string {
  const at = /^(?:Command|Chunk ID|Exit code|Wall time)\b/.test(text) ? text.indexOf('\nOutput:\n') : -1;
  return at === -1 ? text : text.slice(at + '\nOutput:\n'.length);
}
