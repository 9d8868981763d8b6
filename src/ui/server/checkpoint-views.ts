import { changeJson } from '../../core/change-json.ts';
import type { Checkpoint } from '../../core/checkpoint.ts';
import { defined } from '../../core/defined.ts';
import { Failure } from '../../core/failure.ts';
import { loadNamed, type Repository } from '../../open/repository.ts';
import { type Comparison, compare, compareWithBase, renderPatch } from '../../repository/compare.ts';
import { hasConversation, readConversation } from '../../repository/conversation.ts';
import { describeCheckpoint } from '../../repository/describe.ts';
import { exportMarkdown, exportYaml } from '../../repository/export.ts';
import { findPrevious } from '../../repository/find-previous.ts';
import { resume } from '../../repository/resume.ts';
import type { CheckpointPageJson, ConversationJson, PackJson, PatchJson } from '../api.ts';
import { boundedNumber, type Call } from './call.ts';

/** More lines than anybody reads in a browser, and few enough that it stays quick. */
const MAX_PATCH = 600_000;
const BUDGET = { usual: 5000, most: 20_000 };

export async function readCheckpoint({ repository, params }: Call): Promise<CheckpointPageJson> {
  const checkpoint = await loadNamed(repository, params['id'] ?? '');
  const [described, before, conversation] = await Promise.all([
    describeCheckpoint(repository, checkpoint, { contents: false }),
    findPrevious(repository, checkpoint),
    hasConversation(repository, checkpoint),
  ]);
  const previous = before === undefined ? undefined : { number: before.number, analysis: before.note.analysis };
  return defined({ checkpoint: described, previous, conversation });
}

/** What was said up to a checkpoint. */
export async function readSaid({ repository, params }: Call): Promise<ConversationJson> {
  const { agent, session, bytes, turns } = await readConversation(
    repository,
    await loadNamed(repository, params['id'] ?? ''),
  );
  return { agent, session, bytes, turns };
}

/** The difference between a checkpoint and something else: its commit, the one before, the working tree, another checkpoint. */
export async function readPatch(call: Call): Promise<PatchJson> {
  const { repository, params, query } = call;
  const checkpoint = await loadNamed(repository, params['id'] ?? '');
  return patchJson(repository, await comparisonWith(call, checkpoint, query.get('against') ?? 'base'));
}

/** A comparison as the page draws it. */
export async function patchJson(repository: Repository, comparison: Comparison): Promise<PatchJson> {
  const bytes = await renderPatch(repository, comparison, { contextLines: 3 });
  const cut = bytes.length > MAX_PATCH;
  return {
    changes: comparison.changes.map(changeJson),
    patch: Buffer.from(cut ? bytes.subarray(0, MAX_PATCH) : bytes).toString('utf8'),
    cut,
  };
}

export async function comparisonWith(
  { repository }: Pick<Call, 'repository'>,
  checkpoint: Checkpoint,
  against: string,
): Promise<Comparison> {
  if (against === 'base') return compareWithBase(repository, checkpoint);
  if (against === 'worktree') return compare(repository, { from: checkpoint });
  if (against !== 'previous')
    return compare(repository, { from: await loadNamed(repository, against), to: checkpoint });
  const previous = await findPrevious(repository, checkpoint);
  return previous === undefined
    ? compareWithBase(repository, checkpoint)
    : compare(repository, { from: previous, to: checkpoint });
}

/** What the next session would read, within a budget. */
export async function readPack({ repository, params, query }: Call): Promise<PackJson> {
  const { number } = await loadNamed(repository, params['id'] ?? '');
  const budget = boundedNumber(query.get('budget'), BUDGET);
  const outcome = await resume(repository, { number, budget });
  if (outcome.kind === 'none') throw new Failure('no', `checkpoint ${number} cannot be resumed`);
  const { text, tokens, chars, sections } = outcome.pack;
  return {
    text,
    tokens,
    chars,
    sections: sections.map(({ section, name, level, tokens: cost, leftOut }) => ({
      section,
      name,
      level,
      tokens: cost,
      left_out: leftOut,
    })),
  };
}

/** The note, and the document that the message carries. */
export async function readRaw({
  repository,
  params,
}: Call): Promise<{ readonly note: string; readonly markdown: string }> {
  const checkpoint = await loadNamed(repository, params['id'] ?? '');
  return { note: exportYaml(checkpoint), markdown: exportMarkdown(checkpoint) };
}
