/**
 * Prints forevery place that goes by the table of the analysis which fields it knows. More rows may be handed in as JSON; they are in the
 * table before any of these places is loaded.
 */
import { type AnalysisField, analysisFields } from '../../src/core/analysis-fields.ts';

const more = JSON.parse(process.argv[2] ?? '[]') as AnalysisField[];
(analysisFields as AnalysisField[]).push(...more);

const { saveCommand } = await import('../../src/cli/commands/save.ts');
const { renderShow } = await import('../../src/cli/render/show.ts');
const { emptyAnalysis } = await import('../../src/core/note.ts');
const { isSameKnowledge } = await import('../../src/core/same-knowledge.ts');
const { survivingLines } = await import('../../src/hooks/before-compact.ts');
const { z } = await import('../../src/mcp/sdk.ts');
const { storeTool } = await import('../../src/mcp/tools/store.ts');
const { analysisShape, analysisView } = await import('../../src/mcp/views.ts');
const { redactNote } = await import('../../src/redaction/redact-note.ts');
const { buildPack } = await import('../../src/resume/pack/pack.ts');
const { renderMarkdown, renderMustKeep } = await import('../../src/store/markdown.ts');
const { parseMarkdown } = await import('../../src/store/parse-markdown.ts');
const { checkNote, noteShape } = await import('../../src/store/note-schema.ts');
const { parseNote, renderNote } = await import('../../src/store/note-text.ts');
const { combine } = await import('../../src/summary/combine.ts');
const { instructions } = await import('../../src/summary/prompt.ts');
const { answerSchema, askedFields } = await import('../../src/summary/schema.ts');
const { fixedWorld } = await import('./fixed-world.ts');
const { sampleCheckpoint, sampleNote } = await import('./sample-checkpoint.ts');

type Values = Record<string, unknown>;
const secret = ['ghp', 'kR7xQ2mVb9TzLc4NwHs6DpYfJ3gA8eUi1oZt'].join('_');
const word = (name: string) => `word-${name}-word`;

/** Every field with one value that is made of its name. */
function analysisOf(make: (name: string) => string): typeof emptyAnalysis {
  const values = analysisFields.map(({ name, kind }): [string, unknown] => {
    if (kind === 'text') return [name, make(name)];
    if (kind === 'list') return [name, [make(name)]];
    return [name, [{ path: 'src/a.ts', status: 'modified', added: 1, removed: 0, change: make(name) }]];
  });
  return { ...emptyAnalysis, ...Object.fromEntries(values), source: 'user' };
}

/** Which of the fields that a place is for it knows. */
function fields(isFor: (field: AnalysisField) => boolean, knows: (field: AnalysisField) => boolean) {
  return Object.fromEntries(analysisFields.filter(isFor).map((field) => [field.name, knows(field)]));
}

const all = () => true;
const isWords = ({ kind }: AnalysisField) => kind !== 'artifacts';
const analysis = analysisOf(word);
const note = sampleNote({}, analysis);
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const valueFor = (from: object, { name }: AnalysisField) => (from as Values)[name];

const checked = checkNote(JSON.parse(JSON.stringify(note))).analysis;
const stored = (await parseNote(Buffer.from(renderNote(note)))).analysis;
const redacted = JSON.stringify(
  redactNote(
    sampleNote(
      {},
      analysisOf((name) => `${word(name)} ${secret}`),
    ),
  ).analysis,
);
const document = renderMarkdown({ checkpoint: 'CHECKPOINT-00001', created: note.created, analysis });
const parsed = parseMarkdown(document).analysis;
const message = renderMustKeep(analysis);
const shown = renderShow(
  { checkpoint: sampleCheckpoint(note), files: { changes: [], others: 0 }, story: true },
  fixedWorld('/'),
);
const schema = JSON.stringify(noteShape.schema);
const output = Object.keys(analysisShape(z).shape);
const view = analysisView(analysis, 1000).analysis;
const input = Object.keys(storeTool.input(z));
const answer = Object.fromEntries(
  askedFields.map(({ key, name, kind }) => [key, kind === 'text' ? `model ${name}` : [`model ${name}`]]),
);
const combined = combine(analysis, { ...answer, artifact_changes: [] } as unknown as Parameters<typeof combine>[1]);
const pack = buildPack(
  { checkpoint: sampleCheckpoint(note), now: new Date(note.created), files: [], format: 'text' },
  { tokens: 100_000, chars: 1_000_000 },
).text;
const compaction = survivingLines(analysis).join('\n');
const flags = saveCommand.options.map(({ name }) => name);

const places = {
  checker: fields(all, (field) =>
    [checked, stored].every((read) => same(valueFor(read, field), valueFor(analysis, field))),
  ),
  'note schema': fields(all, ({ name }) => schema.includes(`"${name}":`)),
  redactor: fields(all, ({ name }) => redacted.includes(word(name)) && !redacted.includes(secret)),
  markdown: fields(
    ({ markdown, kind }) => markdown !== undefined && kind !== 'artifacts',
    (field) => document.includes(word(field.name)) && same(valueFor(parsed, field), valueFor(analysis, field)),
  ),
  'commit message': fields(
    ({ mustKeep }) => mustKeep,
    ({ name }) => message.includes(word(name)),
  ),
  show: fields(isWords, ({ name, title, short = title }) => shown.includes(word(name)) && shown.includes(short)),
  'mcp input': fields(
    ({ input: words }) => words !== undefined,
    ({ name }) => input.includes(name),
  ),
  'mcp output': fields(
    isWords,
    (field) => output.includes(field.name) && same(valueFor(view, field), valueFor(analysis, field)),
  ),
  model: fields(
    ({ model }) => model !== undefined,
    (field) =>
      instructions.includes(`${field.name}: ${field.model}`) &&
      Object.keys(answerSchema.properties).some((key) => key.endsWith(field.name)) &&
      JSON.stringify(valueFor(combined, field)).includes(`model ${field.name}`),
  ),
  pack: fields(
    ({ pack: plan }) => plan !== undefined,
    ({ name }) => pack.includes(word(name)),
  ),
  'command line': fields(
    ({ flag }) => flag !== undefined,
    ({ flag }) => flags.includes(flag?.name ?? ''),
  ),
  compaction: fields(
    ({ compaction: words }) => words !== undefined,
    ({ name }) => compaction.includes(word(name)),
  ),
  compared: fields(
    ({ compared }) => compared,
    ({ name }) => !isSameKnowledge(analysis, { ...analysis, [name]: [] }),
  ),
};
export type Places = Readonly<Record<keyof typeof places, Readonly<Record<string, boolean>>>>;

process.stdout.write(JSON.stringify(places satisfies Places));
