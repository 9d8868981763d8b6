import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { AgentName, Layout } from './agent.ts';
import type { DraftState } from './draft-state.ts';
import { isObject } from './json-value.ts';
import type { ScanPosition } from './line-splitter.ts';

/** Grows whenever a reader would understand an old state wrongly: then the transcript is read anew. */
export const MARK_VERSION = 5;

const SAMPLE = 1024;

/** How far a transcript was read and what was understood. Plain data, to be stored and handed back at the next read. */
export interface Mark {
  readonly version: number;
  readonly agent: AgentName;
  readonly layout: Layout;
  readonly file: FileIdentity;
  readonly position: ScanPosition;
  readonly state: DraftState;
}

/** Whether a mark that was stored is one of this version; another is passed over, and the transcript is read anew. */
export function isMark(value: unknown): value is Mark {
  return isObject(value) && value['version'] === MARK_VERSION;
}

/** Enough to see that a file was truncated, replaced or rewritten since. */
export interface FileIdentity {
  readonly id: string;
  readonly modified: string;
  /** Digests of the first bytes and of the last ones before the position. */
  readonly head: string;
  readonly tail: string;
}

export async function identify(handle: FileHandle, stats: BigIntStats, offset: number): Promise<FileIdentity> {
  const length = Math.min(SAMPLE, offset);
  return {
    id: `${stats.dev}:${stats.ino}`,
    modified: String(stats.mtimeNs),
    head: await digest(handle, 0, length),
    tail: await digest(handle, offset - length, length),
  };
}

/** Whether the file still begins with what the mark has read. Only a file of lines may have grown. */
export async function isCurrent(mark: Mark, handle: FileHandle, stats: BigIntStats): Promise<boolean> {
  const { file, layout, position, version } = mark;
  if (version !== MARK_VERSION || !(await isSameFile({ file, position }, handle, stats))) return false;
  if (layout === 'lines') return true;
  return Number(stats.size) === position.offset && String(stats.mtimeNs) === file.modified;
}

/** Whether a file begins with what was read of it before. */
export async function isSameFile(
  { file, position: { offset } }: Pick<Mark, 'file' | 'position'>,
  handle: FileHandle,
  stats: BigIntStats,
): Promise<boolean> {
  if (Number(stats.size) < offset) return false;
  const now = await identify(handle, stats, offset);
  return now.id === file.id && now.head === file.head && now.tail === file.tail;
}

async function digest(handle: FileHandle, start: number, length: number): Promise<string> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await handle.read(buffer, 0, length, start);
  return createHash('sha256').update(buffer.subarray(0, bytesRead)).digest('hex');
}
