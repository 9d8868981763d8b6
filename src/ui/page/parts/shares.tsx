/** A part of a whole, and how much of it. */
interface Share {
  readonly name: string;
  readonly amount: number;
  /** The amount as it is read. */
  readonly words: string;
  readonly remark?: string;
}

interface Props {
  readonly title: string;
  readonly shares: readonly Share[];
  /** What a full bar stands for. */
  readonly whole: number;
}

const WIDTH = 1000;

/** How much of a whole is taken: a bar for all of it, and one for each part. */
export function Shares({ title, shares, whole }: Props) {
  const total = shares.reduce((sum, { amount }) => sum + amount, 0);
  const most = Math.max(1, ...shares.map(({ amount }) => amount));
  return (
    <figure class="shares">
      <figcaption>{title}</figcaption>
      <Bar part={total / Math.max(1, whole, total)} />
      <ul>
        {shares.map(({ name, amount, words, remark }) => (
          <li key={name}>
            <span class="share-name">{name}</span>
            <Bar part={amount / most} />
            <span class="amount">{words}</span>
            {remark !== undefined && <span class="quiet share-remark">{remark}</span>}
          </li>
        ))}
      </ul>
    </figure>
  );
}

/** The words beside it say what it shows. */
function Bar({ part }: { part: number }) {
  return (
    <svg class="share-bar" viewBox={`0 0 ${WIDTH} 8`} preserveAspectRatio="none" aria-hidden="true">
      <rect class="gauge-back" width={WIDTH} height="8" />
      <rect class="gauge-fill" width={part * WIDTH} height="8" />
    </svg>
  );
}
