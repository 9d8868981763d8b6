import { evidenceWords } from '../../../core/evidence-words.ts';
import { Prose } from '../parts/prose.tsx';
import type { Fact, FactField } from './compare-facts.ts';

/** Fields of knowledge, each item with who says so. */
export function FactList({ fields }: { fields: readonly FactField[] }) {
  const changed = fields.some(({ facts }) => facts.some(({ change }) => change !== 'same'));
  return (
    <div class={changed ? 'facts-list changed' : 'facts-list'}>
      {fields.map(({ name, title, facts }) => (
        <section key={name} class={`fact-field field-${name}`}>
          <h3>{title}</h3>
          <ul>
            {facts.map((fact, at) => (
              <FactLine key={at} fact={fact} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function FactLine({ fact: { text, change, evidence } }: { fact: Fact }) {
  return (
    <li class={`fact ${change}`}>
      <span class="fact-change">{change === 'same' ? '' : change}</span>
      <span dir="auto">
        {change === 'gone' ? (
          <del>
            <Prose text={text} />
          </del>
        ) : (
          <span class="fact-text">
            <Prose text={text} />
          </span>
        )}
        {evidence !== undefined && (
          <span class="evidence" dir="ltr" title={evidence.command ?? 'who says so'}>
            {evidenceWords(evidence)}
          </span>
        )}
      </span>
    </li>
  );
}
