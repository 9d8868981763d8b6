import { fieldsOf, type ListField } from '../core/analysis-fields.ts';
import { isGiven } from '../core/given.ts';
import type { Analysis, Evidence } from '../core/note.ts';
import type { GivenWords } from './given-words.ts';

interface EvidenceSources {
  readonly before: Analysis;
  readonly fresh: Analysis;
  readonly given: GivenWords;
  /** When the predecessor looked at the work. */
  readonly since?: string;
  readonly sameSession?: boolean;
  /** As above, of a session that is not read now. */
  readonly sameTurns?: boolean;
}

/** Evidence follows its item to its new place, and says when that comes from another session. */
export function carryEvidence(
  carried: Analysis,
  { before, fresh, given, since, sameSession, sameTurns }: EvidenceSources,
): Record<string, Evidence> {
  const mark = (from: Evidence): Evidence => ({
    ...from,
    ...(sameSession || sameTurns ? {} : { earlier: true }),
    ...(isGiven(from) && since !== undefined ? { at: from.at ?? since } : {}),
  });
  const single = Object.entries(fresh.evidence ?? {}).filter(([name]) => !name.includes('.'));
  const kept = fieldsOf('text').flatMap(({ name: field }): [string, Evidence][] => {
    const old = before.evidence?.[field];
    const isOld = carried[field] === before[field] && (carried[field] !== fresh[field] || isGiven(old));
    return old === undefined || !isOld ? [] : [[field, mark(old)]];
  });
  const moved = fieldsOf('list').flatMap(({ name: field }) =>
    carried[field].flatMap((text, index): [string, Evidence][] => {
      const old = evidenceFor(before, field, text);
      const told = isGiven(old) ? undefined : evidenceFor(fresh, field, text);
      const from = told ?? (old && mark(old));
      return from === undefined ? [] : [[`${field}.${index}`, from]];
    }),
  );
  const summary = before.evidence?.['summary'];
  const headline: [string, Evidence][] = summary && given.keepsSummary ? [['summary', mark(summary)]] : [];
  return Object.fromEntries([...single, ...kept, ...moved, ...headline]);
}

export function evidenceFor(analysis: Analysis, field: ListField, text: string): Evidence | undefined {
  const at = analysis[field].indexOf(text);
  return at === -1 ? undefined : (analysis.evidence?.[`${field}.${at}`] ?? analysis.evidence?.[field]);
}
