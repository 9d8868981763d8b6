import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describeError, Failure } from '../../core/failure.ts';
import type { FailureJson } from '../api.ts';

export function send(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(value));
}

/** Sends each value as it comes, a line each, and no quicker than it is read; stops when nobody reads on. */
export async function sendLines(response: ServerResponse, values: AsyncIterable<unknown>): Promise<void> {
  const closed = new Promise<void>((resolve) => response.once('close', resolve));
  for await (const value of values) {
    if (response.destroyed) return;
    if (!response.headersSent) response.writeHead(200, { 'Content-Type': 'application/x-ndjson; charset=utf-8' });
    if (!response.write(`${JSON.stringify(value)}\n`)) await Promise.race([once(response, 'drain'), closed]);
  }
  response.end();
}

const statuses: Readonly<Record<string, number>> = { no: 409, usage: 400, fatal: 500 };

/** Says what went wrong; within lines that were begun, as the last of them. */
export function sendFailure(response: ServerResponse, error: unknown): void {
  const known = error instanceof Failure ? error : undefined;
  const { kind = 'fatal', hint } = known ?? {};
  const failure: FailureJson = {
    error: { kind, message: describeError(error), ...(hint === undefined ? {} : { hint }) },
  };
  if (response.headersSent) response.end(`${JSON.stringify(failure)}\n`);
  else send(response, statuses[kind] ?? 500, failure);
}
