import { changeJson } from '../core/change-json.ts';
import type { Checkpoint } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { describeCommand } from '../core/describe-command.ts';
import { stripControls } from '../core/strip-controls.ts';
import { readProvenance } from '../open/provenance.ts';
import type { Repository } from '../open/repository.ts';
import { changesOf } from '../repository/compare.ts';
import { fileChange } from './fields.ts';
import { largestThatFits } from './fit.ts';
import type { Z } from './tool.ts';
import { analysisShape, analysisView, lineShape, lineView, nameOf, skippedView } from './views.ts';

const MAX_FILES = 200;
const MIN_FILES = 5;
const MAX_FIELD_LENGTH = 64 * 1024;

/** The whole of a checkpoint as a result has it. */
export function checkpointShape(z: Z) {
  const text = z.string();
  const list = z.array(text);
  return z.object({
    ...lineShape(z),
    author: text,
    description: text,
    mode: text,
    anchor: text.optional(),
    analysis: analysisShape(z),
    cut: list.optional().describe('Fields of the analysis that are not whole here; format markdown has all'),
    recent_commands: list,
    changes: z.array(fileChange(z)),
    nested: z
      .array(z.object({ path: text, files: z.int() }))
      .optional()
      .describe('Repositories inside of the working tree that were captured, too, and how many files differ in each'),
    skipped: z.array(z.object({ path: text, size: z.int(), why: text })),
  });
}

/** A checkpoint with a page of its changed files, as much of it as a client takes beside the other fields. */
export async function checkpointPage<Head extends object>(
  repository: Repository,
  checkpoint: Checkpoint,
  { offset, head }: { readonly offset: number; readonly head: Head },
) {
  const [changes, provenanceOf] = await Promise.all([changesOf(repository, checkpoint), readProvenance(repository)]);
  const known = { ...checkpoint, provenance: provenanceOf(checkpoint) };
  const now = repository.world.now();
  const page = changes.slice(offset, offset + MAX_FILES).map(changeJson);
  const build = (files: number, share: number) => {
    const next = offset + files;
    return {
      ...head,
      checkpoint: { ...wholeView(known, now, share), changes: page.slice(0, files) },
      ...defined({ nextOffset: next < changes.length ? next : undefined }),
    };
  };
  // Words before files, because files can be read on; but some of them on every page, or reading on would not end.
  const few = Math.min(page.length, MIN_FILES);
  const share = largestThatFits(MAX_FIELD_LENGTH, (amount) => ({ amount, ...build(few, amount) })).amount;
  return largestThatFits(page.length, (files) => build(Math.max(files, few), share));
}

function wholeView(checkpoint: Checkpoint, now: Date, share: number) {
  const { author, note } = checkpoint;
  const { analysis, cut } = analysisView(note.analysis, share);
  return defined({
    ...lineView(checkpoint, now),
    author: nameOf(author),
    description: stripControls(note.description).slice(0, share),
    mode: note.mode,
    anchor: note.anchor === undefined ? undefined : stripControls(note.anchor),
    analysis,
    cut: cut.length === 0 ? undefined : cut,
    recent_commands: note.context.recent_commands
      .map((command) => stripControls(describeCommand(command)).slice(0, 500))
      .slice(0, 20),
    nested: note.nested?.map(({ path, files }) => ({ path: stripControls(path), files })),
    skipped: note.skipped.slice(0, 50).map(skippedView),
  });
}
