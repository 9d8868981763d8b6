import type { Config } from './config.ts';
import type { Failure } from './failure.ts';

/** A value that is not allowed, a key that nobody knows, or a file that cannot be read. */
export interface SettingProblem {
  /** The setting that keeps its default; absent for an unknown key and for an unreadable file. */
  readonly setting?: keyof Config;
  readonly failure: Failure;
}

/** What is wrong, and what is done instead. */
export function describeSettingProblem({ setting, failure }: SettingProblem): string {
  return `${failure.message}; ${setting === undefined ? 'it is ignored' : 'the default is used'}`;
}
