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
  const known = textsOf(now, name);
  const old = before === undefined ? undefined : textsOf(before, name);
  const isOld = (text: string) => old === undefined || old.includes(text);
  const facts = known.map((text, at) => factOf(now, { name, at, text, change: isOld(text) ? 'same' : 'new' }));
  if (before === undefined || old === undefined) return facts;
  const gone = old.flatMap((text, at) =>
    known.includes(text) ? [] : [factOf(before, { name, at, text, change: 'gone' })],
  );
  return [...facts, ...gone];
}

interface Item extends Pick<Fact, 'text' | 'change'> {
  readonly name: TextField | ListField;
  readonly at: number;
}

function factOf(analysis: Analysis, { name, at, text, change }: Item): Fact {
  // What was given with a save stands for all of its field.
  const given = analysis.evidence?.[`${name}.${at}`] ?? analysis.evidence?.[name];
  const evidence = given ?? (name === 'play_by_play' ? toldBy(text) : undefined);
  return { text, change, ...(evidence === undefined ? {} : { evidence }) };
}

function textsOf(analysis: Analysis, name: TextField | ListField): readonly string[] {
  const value = analysis[name];
  // Where the problem is what the session set out to do, it is told once.
  if (name === 'problem' && analysis.problem.trim() === analysis.session_intent.trim()) return [];
  if (typeof value !== 'string') return value;
  return value.trim() === '' ? [] : [value];
}

/** A line of the story begins with its turn, or says that it is an earlier session's. */
export function toldBy(line: string): Evidence | undefined {
  const turn = /^Turn (\d+): /.exec(line)?.[1];
  if (turn !== undefined) return { by: 'session', turn: Number(turn) };
  return line.startsWith('Earlier session: ') ? { by: 'session', earlier: true } : undefined;
}
