/** A part of a whole, and how much of it. */
interface Share {
  readonly name: string;
  readonly amount: number;
  /** The amount as it is read. */
  readonly words: string;
  readonly remark?: string;
  /** There was no room for any of it. */
  readonly out?: boolean;
}

interface Props {
  readonly title: string;
  readonly shares: readonly Share[];
  /** What a full bar stands for. */
  readonly whole: number;
}

const WIDTH = 1000;
/** So many colours take turns; the words beside each say what it is. */
const TONES = 6;

/** How much of a whole is taken, part by part: all in one bar, and below it each by its name. */
export function Shares({ title, shares, whole }: Props) {
  const total = shares.reduce((sum, { amount }) => sum + amount, 0);
  const most = Math.max(1, whole, total);
  let taken = 0;
  return (
    <figure class="shares">
      <figcaption>{title}</figcaption>
      <svg class="share-bar" viewBox={`0 0 ${WIDTH} 8`} preserveAspectRatio="none" aria-hidden="true">
        <rect class="gauge-back" width={WIDTH} height="8" />
        {shares.map(({ name, amount, words }, at) => {
          const start = taken;
          taken += amount;
          return (
            <rect
              key={name}
              class={`share lane-${at % TONES}`}
              x={(start / most) * WIDTH}
              width={(amount / most) * WIDTH}
              height="8"
            >
              <title>{`${name}: ${words}`}</title>
            </rect>
          );
        })}
      </svg>
      <ul>
        {shares.map(({ name, words, remark, out }, at) => (
          <li key={name} class={out ? 'out' : ''}>
            <span class={`swatch lane-${at % TONES}`} aria-hidden="true" />
            <span class="share-name" title={name}>
              {name}
            </span>
            <span class="amount">{words}</span>
            {remark !== undefined && <span class="quiet share-remark">{remark}</span>}
          </li>
        ))}
      </ul>
    </figure>
  );
}
