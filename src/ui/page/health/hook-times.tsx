import type { FindingJson } from '../../api.ts';
import { number } from '../words.ts';

const WIDTH = 200;

/** How long each hook took that doctor tried, beside how long its agent waits for it. */
export function HookTimes({ findings }: { findings: readonly FindingJson[] }) {
  const tried = findings.filter(({ milliseconds }) => milliseconds !== undefined);
  if (tried.length === 0) return <p class="quiet">No hook is installed that could be tried.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section class="table-box" tabIndex={0} aria-label="Times of hooks">
      <table class="hook-times">
        <thead>
          <tr>
            <th scope="col">Hook</th>
            <th scope="col" class="amount">
              Took
            </th>
            <th scope="col" class="amount">
              May take
            </th>
            <th scope="col">
              <span class="hidden">Of its limit</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {tried.map((finding, at) => (
            <Row key={at} finding={finding} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ finding: { text, state, milliseconds = 0, limit } }: { finding: FindingJson }) {
  const share = limit === undefined ? 0 : Math.min(1, milliseconds / limit);
  const title = limit === undefined ? 'no limit' : `${Math.round(share * 100)} % of its limit`;
  return (
    <tr class={state === 'wrong' ? 'failed' : ''}>
      <td>
        {state === 'wrong' && <span class="mark">✗ </span>}
        {text.trim().split(':', 1)[0]}
      </td>
      <td class="amount">{number(milliseconds)} ms</td>
      <td class="amount">{limit === undefined ? 'no limit' : `${number(limit)} ms`}</td>
      <td>
        {limit !== undefined && (
          <svg viewBox={`0 0 ${WIDTH} 8`} height="8" preserveAspectRatio="none" role="img" aria-label={title}>
            <title>{title}</title>
            <rect class="gauge-back" width={WIDTH} height="8" />
            <rect
              class={state === 'wrong' ? 'fill-removed' : 'gauge-fill'}
              width={Math.max(2, share * WIDTH)}
              height="8"
            />
          </svg>
        )}
      </td>
    </tr>
  );
}
