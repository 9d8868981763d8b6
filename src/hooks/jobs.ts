import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { HookEvent } from '../agents/hook-event.ts';
import { isObject } from '../agents/json-value.ts';
import type { RepositoryPaths } from '../core/repository-paths.ts';
import { localPath } from '../local/files.ts';
import { writeOwnFile } from '../local/own-file.ts';
import { listOwnFolder } from '../local/own-folder.ts';
import { sweepDeadFiles } from '../local/scratch.ts';

/** A save that an event asked for and that is done beside the agent. It survives a crash as a file. */
export interface Job {
  readonly agent: string;
  readonly event: HookEvent;
  /** ISO time of the event. */
  readonly at: string;
}

export function addJob(place: RepositoryPaths, job: Job): string {
  // Names sort by time.
  const path = localPath(place, 'jobs', `${Date.now()}-${randomBytes(4).toString('hex')}.json`);
  sweepDeadFiles(localPath(place, 'jobs'));
  writeOwnFile(path, JSON.stringify(job));
  return path;
}

/** Paths of the jobs that wait, oldest first. */
export function listJobs(place: Pick<RepositoryPaths, 'gitDir'>): string[] {
  const folder = localPath(place, 'jobs');
  return listOwnFolder(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(folder, name));
}

/** A job; undefined when its file is no job. */
export function readJob(path: string): Job | undefined {
  try {
    const job: Job = JSON.parse(readFileSync(path, 'utf8'));
    return typeof job.agent === 'string' && isObject(job.event) ? job : undefined;
  } catch {
    return undefined;
  }
}

export function removeJob(path: string): void {
  rmSync(path, { force: true });
}
