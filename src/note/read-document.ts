import { analysisFields } from '../core/analysis-fields.ts';
import { count } from '../core/count.ts';
import { defined } from '../core/defined.ts';
import { Failure } from '../core/failure.ts';
import type { Analysis, Note } from '../core/note.ts';
import { parseNote } from '../store/note-text.ts';
import { hasSections, parseMarkdown } from '../store/parse-markdown.ts';
import { fromStateful, type StatedPlace } from '../store/stateful-json.ts';
import { readWords } from './read-words.ts';
import type { SaveRequest } from './save-request.ts';

type Kept =
  | 'summary'
  | 'description'
  | 'anchor'
  | 'given'
  | 'artifacts'
  | 'tags'
  | 'sections'
  | 'relevantPackages'
  | 'recentCommands';

/** What a document holds for a save. */
export interface DocumentWords {
  readonly words: Pick<SaveRequest, Kept>;
  /** What it says about the place that it was made in. */
  readonly stated?: StatedPlace;
}

type Words = DocumentWords['words'];

/** Reads a document that is handed in, whichever of the published forms it has: Markdown, stateful JSON, a note, or plain words. */
export async function readDocument(source: string): Promise<DocumentWords> {
  const start = source.trimStart();
  if (start === '') throw new Failure('usage', 'the checkpoint document is empty');
  if (start.startsWith('{')) return fromJson(start);
  if (/^---\r?\n/.test(start) || hasSections(start)) return { words: fromMarkdown(start) };
  if (/^schema: /m.test(start)) {
    const note = await parseNote(Buffer.from(source));
    return { words: fromNote(note) };
  }
  return { words: readWords(start) };
}

function fromNote(note: Note): Words {
  const { summary, description, analysis, anchor, tags, sections } = note;
  return {
    summary,
    description,
    given: onlyFilled(analysis),
    artifacts: analysis.artifacts,
    ...defined({ anchor, tags, sections }),
  };
}

/** What of a document is not in the checkpoint that was made from it, in words. */
export function notKept({ directory, branch, commit, files }: StatedPlace, { context }: Note): string[] {
  const elsewhere = (name: string, said: string, here: string) =>
    said === '' || said === here ? [] : [`${name} '${said}' (here it is '${here}')`];
  const named = files.length > MAX_NAMED ? count(files.length, 'file') : files.join(', ');
  return [
    ...(files.length === 0 ? [] : [`the contents of ${named} (the checkpoint holds the working tree)`]),
    ...elsewhere('working_directory', directory, context.working_directory),
    ...elsewhere('git_branch', branch, context.branch),
    ...elsewhere('git_commit', commit, context.commit),
  ];
}

const MAX_NAMED = 3;

function fromJson(source: string): DocumentWords {
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch (cause) {
    throw new Failure('usage', `the checkpoint document is not JSON: ${(cause as Error).message}`, { cause });
  }
  if (isObject(value) && Object.keys(value).some((key) => kinds.has(key))) return { words: fromFields(value) };
  const { analysis, stated, ...words } = fromStateful(value);
  return { words: { ...words, given: onlyFilled(analysis) }, stated };
}

const kinds: ReadonlyMap<string, string> = new Map([
  ...analysisFields.flatMap(({ name, kind }): [string, string][] => (kind === 'artifacts' ? [] : [[name, kind]])),
]);

/** `{"summary": …, "findings": […], "next_actions": […]}`: the fields of the analysis under their own names. */
function fromFields({ summary, description, tags, ...fields }: Readonly<Record<string, unknown>>): Words {
  const words = defined({ summary, description });
  const wrong = [...Object.keys(words).filter((name) => typeof words[name as keyof typeof words] !== 'string')];
  wrong.push(...Object.keys(fields).filter((name) => !isOfKind(kinds.get(name), fields[name])));
  if (tags !== undefined && !isOfKind('list', tags)) wrong.push('tags');
  if (wrong.length === 0) return { ...words, ...defined({ tags }), given: fields } as Words;
  throw new Failure('usage', `the checkpoint document is not valid: '${wrong.join("', '")}'`, {
    hint: `It has texts and lists of texts: summary, description, tags, ${[...kinds.keys()].join(', ')}.`,
  });
}

function isOfKind(kind: string | undefined, value: unknown): boolean {
  if (kind === 'text') return typeof value === 'string';
  return kind === 'list' && Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fromMarkdown(source: string): Words {
  const { analysis, anchor, sections } = parseMarkdown(source);
  const summary = firstLine(analysis.current_task || analysis.session_intent || analysis.problem);
  const { artifacts } = analysis;
  return defined({ summary: summary || undefined, given: onlyFilled(analysis), artifacts, anchor, sections });
}

/** Empty fields say nothing: they must not win over what is known otherwise. */
function onlyFilled({
  source: _source,
  artifacts: _artifacts,
  evidence: _evidence,
  model_error: _error,
  ...fields
}: Analysis): NonNullable<SaveRequest['given']> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value.length > 0));
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}
