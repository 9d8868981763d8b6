import { analysisFields } from '../core/analysis-fields.ts';
import { defined } from '../core/defined.ts';
import { Failure } from '../core/failure.ts';
import type { Analysis } from '../core/note.ts';
import { parseMarkdown } from '../store/markdown.ts';
import { parseNote } from '../store/note-text.ts';
import { fromStateful } from '../store/stateful-json.ts';
import type { SaveRequest } from './save-request.ts';

type Words = Pick<SaveRequest, 'summary' | 'description' | 'anchor' | 'given'>;

/** Reads a document that is handed in, whichever of the published forms it has: Markdown, stateful JSON, a note, or plain words. */
export async function readDocument(source: string): Promise<Words> {
  const start = source.trimStart();
  if (start === '') throw new Failure('usage', 'the checkpoint document is empty');
  if (start.startsWith('{')) return fromJson(start);
  if (/^---\r?\n/.test(start)) return fromMarkdown(start);
  if (/^schema: /m.test(start)) {
    const note = await parseNote(Buffer.from(source));
    return {
      summary: note.summary,
      description: note.description,
      given: onlyFilled(note.analysis),
      ...anchored(note.anchor),
    };
  }
  return { ...fromWords(start) };
}

function fromJson(source: string): Words {
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch (cause) {
    throw new Failure('usage', `the checkpoint document is not JSON: ${(cause as Error).message}`, { cause });
  }
  if (isObject(value) && Object.keys(value).some((key) => kinds.has(key))) return fromFields(value);
  const { summary, description, analysis } = fromStateful(value);
  return { summary, description, given: onlyFilled(analysis) };
}

const kinds: ReadonlyMap<string, string> = new Map([
  ...analysisFields.flatMap(({ name, kind }): [string, string][] => (kind === 'artifacts' ? [] : [[name, kind]])),
]);

/** `{"summary": …, "findings": […], "next_actions": […]}`: the fields of the analysis under their own names. */
function fromFields({ summary, description, ...fields }: Readonly<Record<string, unknown>>): Words {
  const words = defined({ summary, description });
  const wrong = [...Object.keys(words).filter((name) => typeof words[name as keyof typeof words] !== 'string')];
  wrong.push(...Object.keys(fields).filter((name) => !isOfKind(kinds.get(name), fields[name])));
  if (wrong.length === 0) return { ...words, given: fields } as Words;
  throw new Failure('usage', `the checkpoint document is not valid: '${wrong.join("', '")}'`, {
    hint: `It has texts and lists of texts: summary, description, ${[...kinds.keys()].join(', ')}.`,
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
  const { analysis, anchor } = parseMarkdown(source);
  const summary = firstLine(analysis.current_task || analysis.session_intent || analysis.problem);
  return { ...(summary === '' ? {} : { summary }), given: onlyFilled(analysis), ...anchored(anchor) };
}

function fromWords(source: string): Words {
  const [first = '', ...rest] = source.trim().split('\n');
  return { summary: first.replace(/^#+\s*/, ''), description: rest.join('\n').trim() };
}

function anchored(anchor: string | undefined): { readonly anchor?: string } {
  return anchor === undefined ? {} : { anchor };
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
