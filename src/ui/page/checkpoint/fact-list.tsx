import { evidenceWords } from '../../../core/evidence-words.ts';
import type { Fact, FactField } from './compare-facts.ts';

/** Fields of knowledge, each item with who says so. */
export function FactList({ fields }: { fields: readonly FactField[] }) {
  return (
    <div class="facts-list">
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
      {change === 'new' && <span class="chip good">new</span>}
      {change === 'gone' && <span class="chip">gone</span>}
      {change === 'gone' ? <del>{text}</del> : <span class="fact-text">{text}</span>}
      {evidence !== undefined && (
        <span class="evidence" title={evidence.command ?? 'who says so'}>
          {evidenceWords(evidence)}
        </span>
      )}
    </li>
  );
}
