import { byRank, fieldsOf, type ListField, type TextField } from '../../../core/analysis-fields.ts';
import type { Analysis, Evidence } from '../../../core/note.ts';

/** One thing that was known, and how that stands to what the other checkpoint knew. */
export interface Fact {
  readonly text: string;
  readonly change: 'same' | 'new' | 'gone';
  readonly evidence?: Evidence;
}

export interface FactField {
  readonly name: string;
  readonly title: string;
  readonly facts: readonly Fact[];
}

/** What was known field by field, with what is new against another analysis and what is gone. */
export function compareFacts(now: Analysis, before: Analysis | undefined): FactField[] {
  const fields = byRank([...fieldsOf('text'), ...fieldsOf('list')]);
  return fields
    .map(({ name, title }) => ({ name, title, facts: factsOf(name, now, before) }))
    .filter(({ facts }) => facts.length > 0);
}

function factsOf(name: TextField | ListField, now: Analysis, before: Analysis | undefined): Fact[] {
  const [texts, old] = [textsOf(now, name), before === undefined ? undefined : textsOf(before, name)];
  const known = texts.map((text, at): Fact => {
    const evidence = now.evidence?.[typeof now[name] === 'string' ? name : `${name}.${at}`];
    const change = old === undefined || old.includes(text) ? 'same' : 'new';
    return { text, change, ...(evidence === undefined ? {} : { evidence }) };
  });
  const gone = (old ?? []).filter((text) => !texts.includes(text));
  return [...known, ...gone.map((text): Fact => ({ text, change: 'gone' }))];
}

function textsOf(analysis: Analysis, name: TextField | ListField): readonly string[] {
  const value = analysis[name];
  // Where the problem is what the session set out to do, it is told once.
  if (name === 'problem' && analysis.problem.trim() === analysis.session_intent.trim()) return [];
  if (typeof value !== 'string') return value;
  return value.trim() === '' ? [] : [value];
}
