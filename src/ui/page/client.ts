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

async function request<T>(path: string, init?: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, { ...init, headers: { [HEADER]: token() } });
  } catch {
    throw new Refused('git checkpoint does not answer; it has ended.', 'Start `git checkpoint ui` again.');
  }
  const value: unknown = await response.json();
  if (response.ok) return value as T;
  const { error } = value as FailureJson;
  throw new Refused(error.message, error.hint);
}
