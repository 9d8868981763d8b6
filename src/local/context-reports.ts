import { hashedPath, localPath, type PathsTo } from './files.ts';
import { readOwnFile, writeOwnFile } from './own-file.ts';
import { removeOlderThan } from './own-folder.ts';

/** How full a session's context is, as the agent itself reported to its status line. */
interface ContextReport {
  readonly percent: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A status line is drawn after every answer; an older report is about another state. */
const TRUE_FOR_MS = 15 * 60_000;
const SWEPT_AFTER_MS = 86_400_000;

export function writeContextReport(place: PathsTo<'context'>, session: string, report: ContextReport): void {
  removeOlderThan(localPath(place, 'context'), SWEPT_AFTER_MS, new Date(report.at));
  writeOwnFile(hashedPath(place, 'context', session), JSON.stringify(report));
}

export function readContextReport(place: PathsTo<'context'>, session: string, now: Date): ContextReport | undefined {
  try {
    const report: ContextReport = JSON.parse(readOwnFile(hashedPath(place, 'context', session)) ?? 'null');
    const usable = typeof report.percent === 'number' && now.getTime() - report.at < TRUE_FOR_MS;
    return usable ? report : undefined;
  } catch {
    // Absent without our status line, torn when it is being drawn: the transcript is read then.
    return undefined;
  }
}
