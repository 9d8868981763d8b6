import type { ListField, TextField } from '../../core/analysis-fields.ts';
import type { Analysis } from '../../core/note.ts';

/** What a field says, an entry a line. What an earlier session left open or found out is not news of the last one. */
export function linesOf(analysis: Analysis, name: TextField | ListField, openEnd = false): string[] {
  const value = analysis[name];
  if (typeof value === 'string') return value.split('\n');
  return value.flatMap((text, index) => {
    const { earlier, superseded } = analysis.evidence?.[`${name}.${index}`] ?? {};
    if (superseded) return [];
    return [earlier && openEnd ? `${text} (earlier session)` : text];
  });
}
