import { analysisFields } from './analysis-fields.ts';
import type { Analysis } from './note.ts';

/** Whether one analysis says nothing that the other does not say, as far as a new checkpoint is worth it. */
export function isSameKnowledge(one: Analysis, other: Analysis): boolean {
  const words = (analysis: Analysis) =>
    JSON.stringify(analysisFields.flatMap(({ name, compared }) => (compared ? [analysis[name]] : [])));
  return words(one) === words(other);
}
