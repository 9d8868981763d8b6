import { type AnalysisField, analysisFields } from '../core/analysis-fields.ts';
import type { Analysis, OtherSection } from '../core/note.ts';

/** Checkpoint Format 1.0.0: a document for people and other tools. */
export interface MarkdownCheckpoint {
  readonly checkpoint: string;
  readonly created: string;
  readonly anchor?: string;
  readonly analysis: Analysis;
  /** What the format does not know, as it stands in the document. */
  readonly sections?: readonly OtherSection[];
}

/** A field that has a section of its own. */
export interface Section {
  readonly field: (typeof analysisFields)[number];
  readonly title: string;
  readonly heading: string;
  readonly isOptional: boolean;
}

/** The fields that have a section of their own. */
export function sections(): Section[] {
  return analysisFields.flatMap((field): Section[] => {
    const { markdown } = field;
    if (markdown === undefined || !('level' in markdown)) return [];
    const title = markdown.title ?? field.title.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
    const heading = `${'#'.repeat(markdown.level)} ${title}`;
    return [{ field, title, heading, isOptional: markdown.optional === true }];
  });
}

/** A field whose items stand in the section of another, each behind its label. */
interface Guest {
  readonly name: string;
  readonly kind: AnalysisField['kind'];
  readonly label: string;
}

export function guestsOf(section: string): Guest[] {
  return analysisFields.flatMap(({ name, kind, markdown }: AnalysisField): Guest[] =>
    markdown !== undefined && 'within' in markdown && markdown.within === section
      ? [{ name, kind, label: markdown.label }]
      : [],
  );
}
