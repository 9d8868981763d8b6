import type { FailureJson, TokenHeader } from '../api.ts';
import { answerExported } from './answer-exported.ts';
import { exported } from './exported.ts';
import { token } from './token.ts';

const HEADER: TokenHeader = 'git-checkpoint-token';

/** The server's refusal, in its own words. */
export class Refused extends Error {
  readonly hint: string | undefined;
  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}

/** Reads from the server, or from what an exported page carries. */
export async function ask<T>(path: string): Promise<T> {
  if (exported === undefined) return request<T>(path);
  const found = answerExported(exported, path);
  if (found === undefined) throw new Refused('This is not part of the exported page.');
  return found as T;
}

/** Asks for a plan, or for a change. */
export function tell<T>(path: string, body: Readonly<Record<string, unknown>> = {}): Promise<T> {
  return request<T>(path, {
    method: 'POST',
    body: JSON.stringify(body),
  });
}

/** Reads an answer that comes in parts, a line each. */
export async function* askParts<T>(path: string): AsyncGenerator<T> {
  if (exported !== undefined) {
    yield await ask<T>(path);
    return;
  }
  const response = await reach(path);
  if (!response.ok || response.body === null) throw refusedBy((await response.json()) as FailureJson);
  let text = '';
  for await (const chunk of piecesOf(response.body.pipeThrough(new TextDecoderStream()))) {
    const lines = (text + chunk).split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) yield partOf<T>(JSON.parse(line));
  }
}

async function* piecesOf(stream: ReadableStream<string>): AsyncGenerator<string> {
  const reader = stream.getReader();
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value;
  } catch {
    throw hasEnded();
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function partOf<T>(value: T | FailureJson): T {
  if (typeof value === 'object' && value !== null && 'error' in value) throw refusedBy(value);
  return value as T;
}

async function request<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await reach(path, init);
  const value: unknown = await response.json();
  if (response.ok) return value as T;
  throw refusedBy(value as FailureJson);
}

function refusedBy({ error }: FailureJson): Refused {
  return new Refused(error.message, error.hint);
}

async function reach(path: string, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { ...init, headers: { [HEADER]: token() } });
  } catch {
    throw hasEnded();
  }
}

function hasEnded(): Refused {
  return new Refused('git checkpoint does not answer; it has ended.', 'Start `git checkpoint ui` again.');
}
