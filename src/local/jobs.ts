import { randomBytes } from 'node:crypto';
import { localPath, type PathsTo } from './files.ts';
import { readOwnFile, writeOwnFile } from './own-file.ts';
import { listOwnFolder } from './own-folder.ts';
import { sweepDeadFiles } from './scratch.ts';

/** A save that an event asked for and that is done in the background. It survives a crash as a file. */
export interface Job<E extends object> {
  readonly agent: string;
  readonly event: E;
}

export function addJob(place: PathsTo<'jobs'>, job: Job<object>, now: Date): string {
  // Names sort by time.
  const path = localPath(place, 'jobs', `${now.getTime()}-${randomBytes(4).toString('hex')}.json`);
  sweepDeadFiles(localPath(place, 'jobs'), now);
  writeOwnFile(path, JSON.stringify(job));
  return path;
}

/** Paths of the jobs that wait, oldest first. */
export function listJobs(place: PathsTo<'jobs'>): string[] {
  const paths = listOwnFolder(localPath(place, 'jobs')).filter((path) => path.endsWith('.json'));
  return paths.sort();
}

/** A job whose event is of the kind that was added; undefined when its file is no job. */
export function readJob<E extends object>(path: string): Job<E> | undefined {
  try {
    const job: Job<E> = JSON.parse(readOwnFile(path) ?? '');
    return typeof job.agent === 'string' && typeof job.event === 'object' && job.event !== null ? job : undefined;
  } catch {
    return undefined;
  }
}

/** Where a job waits that failed once. */
export function retryPath(path: string): string {
  return path.replace(/(?:\.again)?\.json$/, '.again.json');
}

export function isRetry(path: string): boolean {
  return path.endsWith('.again.json');
}
