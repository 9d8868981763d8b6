import { classOf, type Token } from './highlight.ts';

/** A line of code in colours. */
export function Code({ tokens }: { tokens: readonly Token[] }) {
  return (
    <code>
      {tokens.map(({ scope, text }, at) => {
        const name = classOf(scope);
        return name === '' ? (
          text
        ) : (
          <span key={at} class={name}>
            {text}
          </span>
        );
      })}
    </code>
  );
}
