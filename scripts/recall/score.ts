import { type Probe, type ProbeType, probeTypes } from './probes.ts';

export interface Hit extends Probe {
  readonly hit: boolean;
}

/** Case, white space and quoting do not matter; words do. */
export function normalise(text: string): string {
  return (
    text
      .toLowerCase()
      // A link is its words.
      .replace(/\[([^\]]{1,300})\]\([^)\s]{0,500}\)/g, '$1')
      .replace(/[`'"‘’“”*]/g, '')
      .replace(/\s+/g, ' ')
      .trim()
  );
}

export function scoreProbes(probes: readonly Probe[], text: string): Hit[] {
  const pack = normalise(text);
  return probes.map((probe) => ({ ...probe, hit: pack.includes(normalise(probe.answer)) }));
}

/** Hits by weight: every probe counts by the weight of its type, so that a type with more probes counts more. */
export function weightedRecall(hits: readonly Hit[]): number {
  let [total, found] = [0, 0];
  for (const [type, weight] of Object.entries(probeTypes)) {
    const some = hits.filter((hit) => hit.type === type);
    if (some.length === 0) continue;
    total += weight * some.length;
    found += weight * some.filter(({ hit }) => hit).length;
  }
  return total === 0 ? Number.NaN : found / total;
}

export function recallOf(hits: readonly Hit[], type: ProbeType): number {
  const some = hits.filter((hit) => hit.type === type);
  return some.filter(({ hit }) => hit).length / some.length;
}

/** The middle 95 % of the statistic when whole transcripts are drawn again and again. */
export function bootstrap<T>(
  groups: readonly (readonly T[])[],
  statistic: (values: readonly T[]) => number,
): [number, number] {
  let state = 20_260_102;
  const draw = (most: number) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor((state / 4_294_967_296) * most);
  };
  const values = Array.from({ length: 1000 }, () => statistic(groups.flatMap(() => groups[draw(groups.length)] ?? [])))
    .filter((value) => !Number.isNaN(value))
    .sort((a, b) => a - b);
  return [
    values[Math.floor(values.length * 0.025)] ?? Number.NaN,
    values[Math.floor(values.length * 0.975)] ?? Number.NaN,
  ];
}
