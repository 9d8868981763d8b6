import { mapFields } from '../../core/analysis-fields.ts';
import { changeJson } from '../../core/change-json.ts';
import { defined } from '../../core/defined.ts';
import { Failure } from '../../core/failure.ts';
import { modes } from '../../core/note.ts';
import { documentId } from '../../core/number.ts';
import { findCallingSession } from '../../note/calling-session.ts';
import { type DocumentWords, notKept, readDocument } from '../../note/read-document.ts';
import type { SaveRequest } from '../../note/save-request.ts';
import { save } from '../../repository/save.ts';
import { fileChange, shortText, wordList, words } from '../fields.ts';
import { largestThatFits } from '../fit.ts';
import { tool, type Z } from '../tool.ts';
import { skippedView } from '../views.ts';

/** Together; larger ones would not fit into a note. */
const MAX_BYTES = 32_000;
const MAX_FILES = 200;

export const storeTool = tool({
  name: 'store_checkpoint',
  title: 'Store a checkpoint',
  description:
    'Saves the exact working tree and what you know now as the next checkpoint. Give what the next session needs in the fields, or as content: a Checkpoint Format 1.0.0 document, a stateful JSON document, or free text: headings such as "Session Summary", "Current state", "Next steps" and "Files modified" are understood, otherwise the first line is the summary. Number and time are assigned here. Nothing of the working tree, the index or the branch is changed.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  makesCheckpoints: true,
  doing: 'Saving the working tree',
  input,
  output: (z) => ({
    checkpointId: z.int(),
    id: z.string().describe('CHECKPOINT-00042'),
    number: z.int(),
    created: z.string().describe('UTC, from the system clock'),
    summary: z.string(),
    files: z.array(fileChange(z)).describe('What differs from the last commit'),
    skipped: z.array(z.object({ path: z.string(), size: z.int(), why: z.string() })).describe('What was not captured'),
    totals: z.object({ files: z.int(), bytes: z.int(), added: z.int(), removed: z.int(), skipped: z.int() }),
    warnings: z.array(z.string()).optional(),
  }),
  async run(args, { repository, caller, signal }) {
    const { content, summary, description, tags, anchor, mode, trigger, ...fields } = args;
    refuseTooMuch(args);
    const document: DocumentWords = content === undefined ? { words: {} } : await readDocument(content);
    const { words: found, stated } = document;
    const request: SaveRequest = {
      trigger,
      ...found,
      ...defined({ tags, summary, description, anchor, mode, source: await findCallingSession(repository, caller) }),
      given: { ...found.given, ...defined(fields) },
      givenBy: 'agent',
      signal,
    };
    const outcome = await save(repository, request);
    const { number, note } = outcome.checkpoint;
    const changes = outcome.kind === 'saved' ? outcome.changes.slice(0, MAX_FILES).map(changeJson) : [];
    const lost = stated === undefined ? [] : notKept(stated, note).map((what) => `not kept of the document: ${what}`);
    const warnings = [...(outcome.kind === 'saved' ? outcome.warnings : []), ...lost];
    const skipped = note.skipped.slice(0, MAX_FILES).map(skippedView);
    return largestThatFits(changes.length + skipped.length, (amount) => ({
      checkpointId: number as number,
      id: documentId(number),
      number: number as number,
      created: note.created,
      summary: note.summary,
      files: changes.slice(0, amount),
      skipped: skipped.slice(0, Math.max(0, amount - changes.length)),
      totals: { ...note.totals, skipped: note.skipped.length },
      ...defined({ warnings: warnings.length === 0 ? undefined : [...warnings] }),
    }));
  },
});

function input(z: Z) {
  return {
    content: words(z, 'A whole document in one of the published forms, or free text').optional(),
    summary: shortText(z, 'One line: what was done or is being done').optional(),
    description: words(z, 'More words about it').optional(),
    ...mapFields('text', ({ input: about = '' }) => words(z, about).optional()),
    ...mapFields('list', ({ input: about = '' }) => wordList(z, about).optional()),
    tags: z.array(shortText(z, 'A tag')).max(20).optional().describe('Tags to find it by'),
    anchor: shortText(z, 'Label for the step this belongs to').optional(),
    mode: z.enum(modes).optional().describe('summary keeps words only; stateful, the default, also the files'),
    trigger: z
      .enum(['mcp', 'phase', 'decision', 'shift'])
      .default('mcp')
      .describe('Why: phase ended, decision made, goal shifted'),
  };
}

function refuseTooMuch(args: object): void {
  const bytes = Object.values(args)
    .flat()
    .reduce((sum: number, value) => sum + (typeof value === 'string' ? Buffer.byteLength(value) : 0), 0);
  if (bytes <= MAX_BYTES) return;
  throw new Failure('usage', `the words have ${bytes} bytes; a checkpoint takes ${MAX_BYTES}. Nothing was saved`, {
    hint: 'Leave out what the files say themselves: they are captured anyway.',
  });
}
