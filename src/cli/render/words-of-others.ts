import { fieldsOf } from '../../core/analysis-fields.ts';
import type { Note } from '../../core/note.ts';
import { stripControls } from '../../core/strip-controls.ts';
import type { wordsOfOthers } from '../../repository/describe.ts';
import { type KnowledgeView, renderKnowledge } from './show-knowledge.ts';

export type WordsOfOthers = Awaited<ReturnType<typeof wordsOfOthers>>;

/** What somebody else wrote about a checkpoint, as far as it differs from its own note. */
export function renderWordsOfOthers(own: Note, { remote, note }: WordsOfOthers[number], view: KnowledgeView): string {
  const differs = <T>(one: T, other: T) => JSON.stringify(one) !== JSON.stringify(other);
  const other = Object.fromEntries(
    [...fieldsOf('text'), ...fieldsOf('list')].map(({ name, kind }) => {
      const nothing = kind === 'text' ? '' : [];
      return [name, differs(note.analysis[name], own.analysis[name]) ? note.analysis[name] : nothing];
    }),
  );
  const head = view.style.red(`Words of others, as '${stripControls(remote)}' has them; no session reads them`);
  const summary = differs(note.summary, own.summary) ? `  ${stripControls(note.summary)}\n` : '';
  return `${head}\n${summary}${renderKnowledge({ ...note.analysis, ...other }, view)}`;
}
