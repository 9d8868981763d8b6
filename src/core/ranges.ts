/** Numbers as people list them: `3, 5–9`. */
export function ranges(numbers: readonly number[]): string {
  const sorted = [...numbers].sort((one, other) => one - other);
  const parts: [number, number][] = [];
  for (const number of sorted) {
    const last = parts.at(-1);
    if (last !== undefined && last[1] === number - 1) last[1] = number;
    else parts.push([number, number]);
  }
  return parts.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ');
}
