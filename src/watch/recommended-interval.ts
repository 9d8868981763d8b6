const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const steps: readonly (readonly [until: number, interval: number])[] = [
  [HOUR, 10 * MINUTE],
  [3 * HOUR, 15 * MINUTE],
  [6 * HOUR, 20 * MINUTE],
];

/** How often to capture a session that has run so long: the longer it runs, the less one interval weighs. */
export function recommendedInterval(elapsed: number): number {
  return steps.find(([until]) => elapsed < until)?.[1] ?? 30 * MINUTE;
}
