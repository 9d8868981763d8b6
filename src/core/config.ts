import type { Mode } from './note.ts';

export type Switch = 'true' | 'false' | 'prompt';

/** All settings, merged once from defaults, file, git config, environment and flags. */
export interface Config {
  readonly autoCheckpointOnClear: Switch;
  readonly autoResumeOnStart: Switch;
  readonly thresholdPercent: number;
  readonly verifyBeforeClear: boolean;
  readonly saveEachTurn: boolean;
  readonly blockUnsavedCompaction: boolean;
  readonly askAgent: boolean;
  /** Seconds. */
  readonly saveLimit: number;
  readonly mode: Mode;
  readonly captureFiles: boolean;
  readonly captureAnalysis: boolean;
  readonly nested: 'capture' | 'name';
  readonly conversation: 'local' | 'share' | 'off';
  readonly sign: boolean;
  readonly maxCheckpointSize: number;
  readonly maxFileSize: number;
  readonly exclude: readonly string[];
  readonly autoSummary: boolean;
  /** 0 = any number. */
  readonly maxAuto: number;
  readonly keepHours: number;
  /** Bytes; 0 = a gigabyte or a tenth of the repository's objects, whichever is more. */
  readonly maxStore: number;
  readonly cleanupAfterDays: number;
  /** 0 = removed checkpoints are gone at once. */
  readonly trashDays: number;
  readonly stateDirs: readonly string[];
  readonly resumeBudget: number;
  /** 0 = the host's own limit. */
  readonly resumeMaxChars: number;
  readonly llm: 'on' | 'off';
  readonly model: string;
  /** Empty = sharing was never asked for. */
  readonly remote: string;
  readonly autoSync: boolean;
  readonly allowedAuthors: readonly string[];
  readonly engine: 'auto' | 'native' | 'portable';
}

/** Manual mode: neither a clear nor a start does anything, and nothing else is saved by itself. */
export function isManual(config: Pick<Config, 'autoCheckpointOnClear' | 'autoResumeOnStart'>): boolean {
  return config.autoCheckpointOnClear === 'false' && config.autoResumeOnStart === 'false';
}

/** Where a value came from, for `config` and for error messages. */
export interface Origin {
  readonly layer: 'default' | 'file' | 'git config' | 'environment' | 'flag';
  /** The file, the variable or the flag. */
  readonly place: string;
  /** What stands there, when that is a word of an older version for the value. */
  readonly older?: string;
}
