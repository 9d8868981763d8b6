/** What a stretch of cases tells the process that started it. */
export interface Report {
  readonly cases: number;
  /** Cases that ended in a `Failure`. */
  readonly rejected: number;
  /** Milliseconds of processor time. */
  readonly slowest: number;
  /** Bytes. */
  readonly memory: number;
  /** The last case. */
  readonly at: string;
  readonly problem?: string;
}
