import type { Stats } from 'node:fs';

/** File systems count time in ticks and round it down. */
const TICK_MS = 20;
/** Some count in seconds, or in pairs of them; there no time has a fraction. */
const COARSE_TICK_MS = 2000;

/** Whether a file was for certain last changed before a moment. Nobody can set that time back, as one can the time of its last writing. */
export function isChangedBefore({ ctimeMs }: Pick<Stats, 'ctimeMs'>, moment: Date): boolean {
  return ctimeMs < moment.getTime() - (ctimeMs % 1000 === 0 ? COARSE_TICK_MS : TICK_MS);
}
