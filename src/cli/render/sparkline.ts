const BARS = [...'▁▂▃▄▅▆▇█'];

/** Numbers as a row of bars, the lowest to the highest; more numbers than the width are taken together, the largest of each. */
export function sparkline(values: readonly number[], width = 60): string {
  const share = Math.max(1, values.length / width);
  const shown = Array.from({ length: Math.min(values.length, width) }, (_, at) =>
    Math.max(
      ...values.slice(Math.floor(at * share), Math.max(Math.floor(at * share) + 1, Math.floor((at + 1) * share))),
    ),
  );
  const lowest = Math.min(...shown);
  const span = Math.max(...shown) - lowest;
  return shown
    .map((value) => BARS[span === 0 ? 0 : Math.round(((value - lowest) / span) * (BARS.length - 1))] ?? '')
    .join('');
}
