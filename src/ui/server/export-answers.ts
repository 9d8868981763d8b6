import { changeJson } from '../../core/change-json.ts';
import { mapTexts } from '../../core/map-texts.ts';
import { configOf, loadNamed } from '../../open/repository.ts';
import { patchForOthers } from '../../repository/patch-for-others.ts';
import { cleanerForOthers } from '../../repository/text-for-others.ts';
import type { CheckpointPageJson, OverviewJson, PatchJson, RowJson } from '../api.ts';
import type { Call } from './call.ts';
import { comparisonWith, readCheckpoint, readPack, readRaw, readSaid } from './checkpoint-views.ts';
import { readOverviewView } from './overview-view.ts';

/** The lines of one file are folded above this, those of all checkpoints together above the other. */
const MAX_FILE = 100_000;
const MAX_DETAILS = 12_000_000;

interface ExportedAnswers {
  readonly answers: Record<string, unknown>;
  /** What was left out, in words. */
  readonly folded: readonly string[];
}

/** Names that programs read: another word in their place would be another thing. */
const FIXED = new Set(
  'number id uid commit tree base created trigger status why by at path from branch agent session model kind level section outcome'.split(
    ' ',
  ),
);

/** All that an exported page can be asked for, by the path that asks for it; newest first, until it is enough. */
export async function exportAnswers(call: Call, rows: readonly RowJson[]): Promise<ExportedAnswers> {
  const worktrees = [...new Set(rows.flatMap(({ worktree }) => worktree ?? []))];
  const clean = cleanerForOthers(call.repository, worktrees);
  const cleaned = <T>(value: T): T => mapTexts(value, (text, key) => (FIXED.has(key) ? text : clean(text)));
  const root = call.repository.engine.place.root;
  const numbers = new Set(rows.map(({ number }) => number));
  const answers: Record<string, unknown> = {
    '/api/overview': cleaned(forOthers(await readOverviewView(call), rows)),
    '/api/timeline': { rows: rows.map((row) => ({ ...cleaned(row), ...placeOf(row, root) })) },
  };
  const folded: string[] = [];
  let size = JSON.stringify(answers).length;
  const without: number[] = [];
  for (const { number, damage } of rows) {
    if (damage !== undefined) continue;
    if (size > MAX_DETAILS) {
      without.push(number);
      continue;
    }
    const details = await detailsOf({ ...call, params: { id: String(number) } }, { numbers, folded });
    for (const [path, value] of Object.entries(cleaned(details))) {
      answers[`/api/checkpoints/${number}${path}`] = value;
      size += JSON.stringify(value).length;
    }
  }
  if (without.length > 0)
    folded.push(`checkpoints ${without.at(-1)} to ${without[0]}: everything but their lines on the timeline`);
  return { answers, folded };
}

interface Exporting {
  readonly numbers: ReadonlySet<number>;
  readonly folded: string[];
}

async function detailsOf(call: Call, { numbers, folded }: Exporting): Promise<Record<string, unknown>> {
  const { conversation, previous, checkpoint } = await readCheckpoint(call);
  // Conversations leave only where the user said so, as with a push.
  const shares = conversation && (await configOf(call.repository)).conversation === 'share';
  const known = previous !== undefined && numbers.has(previous.number);
  const { transcript: _, ...session } = checkpoint.session ?? {};
  const page = {
    checkpoint: { ...checkpoint, ...(checkpoint.session === undefined ? {} : { session }) },
    conversation: shares,
    ...(known ? { previous } : {}),
  } as CheckpointPageJson;
  return {
    '': page,
    '/patch?against=base': await patchOf(call, 'base', folded),
    ...(known ? { '/patch?against=previous': await patchOf(call, 'previous', folded) } : {}),
    '/pack?budget=5000': await readPack(call),
    '/raw': await readRaw(call),
    ...(shares ? { '/conversation': await readSaid(call) } : {}),
  };
}

const whyWords = { size: 'too long', secret: 'it holds or may hold secrets' } as const;

async function patchOf(call: Call, against: string, folded: string[]): Promise<PatchJson> {
  const checkpoint = await loadNamed(call.repository, call.params['id'] ?? '');
  const comparison = await comparisonWith(call, checkpoint, against);
  const { patch, leftOut } = await patchForOthers(call.repository, comparison, { maxFile: MAX_FILE });
  for (const { path, why } of leftOut) {
    const words = `${path} in checkpoint ${checkpoint.number}: ${whyWords[why]}`;
    if (!folded.includes(words)) folded.push(words);
  }
  return { changes: comparison.changes.map(changeJson), patch, cut: false, folded: leftOut.map(({ path }) => path) };
}

/** What an overview says about this moment and this machine stays here. */
function forOthers(overview: OverviewJson, rows: readonly RowJson[]): OverviewJson {
  const { newest: _newest, remote: _remote, ...rest } = overview;
  const numbers = new Set(rows.map(({ number }) => number));
  const operations = overview.operations.filter(
    ({ effect, checkpoints: [target] }) =>
      effect?.kind === 'restored' && numbers.has(effect.safety.number) && numbers.has(target?.number ?? 0),
  );
  return {
    ...rest,
    root: '',
    read_only: true,
    total: rows.length,
    changes: [],
    sessions: [],
    lines: [],
    crashed: [],
    operations,
  };
}

/** Another worktree is named by its folder alone. */
function placeOf({ worktree = '' }: RowJson, root: string): Pick<RowJson, 'worktree'> {
  return { worktree: worktree === root ? '' : worktree.slice(worktree.lastIndexOf('/') + 1) };
}
