import { Prose } from '../parts/prose.tsx';
import type { Fact, FactField } from './compare-facts.ts';
import { EvidenceBadge } from './evidence-badge.tsx';

interface Props {
  readonly fields: readonly FactField[];
  /** The checkpoint whose conversation tells what its facts come from; absent where none is stored. */
  readonly said?: number | undefined;
}

/** Fields of knowledge, each item with who says so. */
export function FactList({ fields, said }: Props) {
  const changed = fields.some(({ facts }) => facts.some(({ change }) => change !== 'same'));
  return (
    <div class={changed ? 'facts-list changed' : 'facts-list'}>
      {fields.map(({ name, title, facts }) => (
        <section key={name} class={`fact-field field-${name}`}>
          <h3>{title}</h3>
          <ul>
            {facts.map((fact, at) => (
              <FactLine key={at} fact={fact} said={said} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function FactLine({ fact: { text, change, evidence }, said }: { fact: Fact; said: number | undefined }) {
  return (
    <li class={`fact ${change}`}>
      <span class="fact-change">{change === 'same' ? '' : change}</span>
      <span class="fact-text" dir="auto">
        {change === 'gone' ? (
          <del>
            <Prose text={text} />
          </del>
        ) : (
          <Prose text={text} />
        )}
      </span>
      {evidence !== undefined && <EvidenceBadge evidence={evidence} said={change === 'gone' ? undefined : said} />}
    </li>
  );
}
