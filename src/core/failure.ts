/** Why something could not be done: the answer is no, the call was wrong, or the work failed. */
export type FailureKind = 'no' | 'usage' | 'fatal';

export interface FailureDetails {
  /** What the reader can do about it. */
  readonly hint?: string;
  /** The error underneath, never dropped. */
  readonly cause?: unknown;
}

/** The one error type: `kind` chooses the exit code, `hint` shows the way out. */
export class Failure extends Error {
  readonly kind: FailureKind;
  readonly hint: string | undefined;

  constructor(kind: FailureKind, message: string, details: FailureDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'Failure';
    this.kind = kind;
    this.hint = details.hint;
  }
}

/** The repository, or our folder in it, may be somebody else's: nothing in it was read or written. */
export class UntrustedRepository extends Failure {
  constructor(message: string, details: FailureDetails) {
    super('fatal', message, details);
  }
}

/** Says what went wrong in one line, for journals and notes. */
export function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
