import { languageOf } from './language-of.ts';
import type { Item, Measure } from './level.ts';
import { fenced, oneLine } from './quote.ts';

/** A part of a file that the session read and did not change, or its outline. */
export interface ReadSection {
  readonly path: string;
  /** `lines 12-40`, `outline` */
  readonly part: string;
  readonly text: string;
  /** It has names that the next actions or the last words speak of. */
  readonly isNamed?: boolean;
}

/** Less than anything that was changed or said: it comes when there is room. */
const VALUE = 1.5;
/** What the next step begins with is worth much of a change. */
const NAMED = 40;

/** Each as a block by itself. One for which there is no room is no loss worth a word: its name is among the files that were read. */
export function readSectionItems(sections: readonly ReadSection[], measure: Measure): Item[] {
  return sections.map(({ path, part, text, isNamed }, at) => {
    const block = `${oneLine(path)}, ${part}, read in the session:\n${fenced(text, languageOf(path))}`;
    const level = {
      name: 'section',
      entries: [block],
      missing: '',
      cost: measure(block, 'block'),
      value: isNamed ? NAMED * (at === 0 ? 1 : 0.7) : VALUE / (at + 1),
      cut: '',
    };
    return { section: 'working_files', name: oneLine(path), count: 0, form: 'block', levels: [level] };
  });
}
