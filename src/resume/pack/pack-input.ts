import type { Checkpoint } from '../../core/checkpoint.ts';
import type { DriftFacts } from './drift.ts';
import type { ReadSection } from './read-section.ts';
import type { WorkingFile } from './working-file.ts';

export const formats = ['text', 'md', 'json'] as const;
export type FormatName = (typeof formats)[number];

/** Everything that a pack is made from. */
export interface PackInput {
  readonly checkpoint: Checkpoint;
  /** What its work is called; absent: as its note says. */
  readonly title?: string;
  readonly now: Date;
  /** Absent when nobody looked, as with a checkpoint of another repository. */
  readonly drift?: DriftFacts;
  readonly files: readonly WorkingFile[];
  /** Of files that the session only read. */
  readonly read?: readonly ReadSection[];
  /** Why this checkpoint was chosen, when that is not plain. */
  readonly selection?: string;
  readonly format: FormatName;
  /** What an attempt showed of the last exchange: what stands there is not listed again. */
  readonly shown?: string;
  /** Which of several texts is wanted, for hosts that take more than one. */
  readonly part?: { readonly number: number; readonly of: number };
}

/** Neither is ever exceeded. `chars` holds for one text, `tokens` for all parts together. */
export interface PackLimits {
  readonly tokens: number;
  readonly chars: number;
}
