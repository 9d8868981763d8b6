import type { IncomingMessage } from 'node:http';
import type { Checkpoint } from '../../core/checkpoint.ts';
import { Failure } from '../../core/failure.ts';
import type { World } from '../../core/world.ts';
import { loadNamed, type Repository } from '../../open/repository.ts';
import type { FindingJson } from '../api.ts';

/** What the program hands to the server beside the repository. */
export interface UiHost {
  readonly world: World;
  readonly readOnly: boolean;
  /** Looks at everything that the automation needs. */
  examine(repository: Repository): Promise<readonly FindingJson[]>;
}

/** One request of the page. */
export interface Call {
  readonly repository: Repository;
  readonly host: UiHost;
  /** What stood in the place of `:name` in the route. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
}

const MAX_BODY = 256 * 1024;

/** Reads the JSON of a request that changes something; anything but a small object is refused. */
export async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > MAX_BODY) throw new Failure('usage', 'the request is too long');
    chunks.push(chunk as Buffer);
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString() || '{}');
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch (cause) {
    throw new Failure('usage', 'the request is not JSON', { cause });
  }
  throw new Failure('usage', 'the request is not a JSON object');
}

export function textOf(value: unknown, name: string): string {
  if (typeof value === 'string') return value;
  throw new Failure('usage', `${name} is not a text`);
}

/** The checkpoint that was shown: its commit must be given, so that nothing is done to another one by its number. */
export async function loadShown(repository: Repository, id: string, commit: unknown): Promise<Checkpoint> {
  const checkpoint = await loadNamed(repository, id);
  if (textOf(commit, 'commit') === checkpoint.commit) return checkpoint;
  throw new Failure('no', `checkpoint ${checkpoint.number} is another one by now; nothing was changed`);
}

export function pathsOf(value: unknown): readonly string[] | undefined {
  if (value === undefined) return undefined;
  if (Array.isArray(value) && value.length > 0 && value.every((path) => typeof path === 'string')) return value;
  throw new Failure('usage', 'paths is not a list of paths');
}

/** A whole number within bounds; what is missing or odd is the usual one. */
export function boundedNumber(text: string | null, bounds: { readonly usual: number; readonly most: number }): number {
  const value = Number(text ?? Number.NaN);
  return Number.isInteger(value) && value > 0 ? Math.min(value, bounds.most) : bounds.usual;
}
