import { analysisFields } from './analysis-fields.ts';
import type { Analysis } from './note.ts';

/** Whether one analysis says nothing that the other does not say, as far as a new checkpoint is worth it. */
export function isSameKnowledge(one: Analysis, other: Analysis): boolean {
  const words = (analysis: Analysis) =>
    JSON.stringify(
      analysisFields.flatMap(({ name, compared }) =>
        compared ? [name === 'current_state' ? withoutMoment(analysis) : analysis[name]] : [],
      ),
    );
  return words(one) === words(other);
}

/** How the last turn ended is known from its words: without a turn since then it is no news that nobody says it any more. */
function withoutMoment({ current_state, evidence = {} }: Analysis): readonly string[] {
  return current_state.filter((_, at) => evidence[`current_state.${at}`]?.by !== 'session');
}
