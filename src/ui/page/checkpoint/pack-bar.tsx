import type { PackJson } from '../../api.ts';
import { number } from '../words.ts';

const WIDTH = 1000;
const TONES = 8;

/** The tokens of each part: a bar for the eye, a table for numbers. */
export function PackBar({ pack, budget }: { pack: PackJson; budget: number }) {
  const parts = pack.sections.filter(({ tokens }) => tokens > 0);
  let x = 0;
  const bars = parts.map((part, at) => {
    const width = (part.tokens * WIDTH) / Math.max(budget, pack.tokens);
    const bar = { part, x, width, tone: `part-${at % TONES}` };
    x += width;
    return bar;
  });
  const percent = Math.round((100 * pack.tokens) / budget);
  const title = `${number(pack.tokens)} of ${number(budget)} tokens (${percent} %)`;
  return (
    <figure class="pack-bar">
      <figcaption>{title}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} 24`} preserveAspectRatio="none" height="24" role="img" aria-label={title}>
        <title>{title}</title>
        <rect class="gauge-back" x="0" y="0" width={WIDTH} height="24" />
        {bars.map(({ part, x: start, width, tone }) => (
          <rect
            key={`${part.section} ${part.name}`}
            class={tone}
            x={start}
            y="0"
            width={Math.max(1, width - 1)}
            height="24"
          >
            <title>{`${part.name || part.section}: ${part.tokens} tokens`}</title>
          </rect>
        ))}
      </svg>
      <ul class="legend">
        {bars.map(({ part, tone }) => (
          <li key={`${part.section} ${part.name}`}>
            <svg width="10" height="10" aria-hidden="true">
              <rect class={tone} width="10" height="10" />
            </svg>{' '}
            {part.name || part.section} <b>{number(part.tokens)}</b> <span class="quiet">{part.level}</span>
          </li>
        ))}
      </ul>
    </figure>
  );
}
