import type { CheckpointNumber } from '../core/number.ts';
import type { Repository } from '../open/repository.ts';
import { nextNumber } from '../store/next-number.ts';
import { readState } from '../store/state.ts';

/** The number that the next checkpoint gets, unless somebody else saves before. */
export async function expectedNumber({ engine }: Repository): Promise<CheckpointNumber> {
  return nextNumber(engine, await readState(engine));
}
