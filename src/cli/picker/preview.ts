import { type Checkpoint, isDamaged, type Oid } from '../../core/checkpoint.ts';
import { count } from '../../core/count.ts';
import { Failure } from '../../core/failure.ts';
import { stripControls } from '../../core/strip-controls.ts';
import type { TreeChange } from '../../core/tree-change.ts';
import type { World } from '../../core/world.ts';
import { loadGiven, type Repository } from '../../open/repository.ts';
import { renderChanges } from '../render/changes.ts';
import { renderHead, toldAbove } from '../render/show.ts';
import { renderKnowledge } from '../render/show-knowledge.ts';
import { type Style, styleFor } from '../render/style.ts';
import type { PickerRow } from './rows.ts';

/** More of a difference nobody reads in a preview; `d` shows it whole. */
const MAX_LINES = 2000;

/** What a person recognises a checkpoint by: what it is, what was known, and what changed since the one before. */
export async function readPreview(
  repository: Repository,
  { entry: row }: PickerRow,
  { world, width }: { readonly world: World; readonly width: number },
): Promise<string[]> {
  const style = styleFor(world, world.stdout);
  if (isDamaged(row.entry)) return [style.red(`damaged: ${stripControls(row.entry.damage)}`)];
  try {
    const checkpoint = await loadGiven(repository, row.entry.number);
    const { since } = row;
    const words = describe(checkpoint, since?.changes ?? [], { world: narrowed(world, width), width, style });
    const patch = since === undefined ? [] : await readPatch(repository, { ...since, to: checkpoint.tree }, style);
    return [...words, ...patch];
  } catch (error) {
    // A checkpoint that cannot be read must not close the list in which others can be.
    if (!(error instanceof Failure)) throw error;
    return [style.red(stripControls(error.message))];
  }
}

function describe(
  checkpoint: Checkpoint,
  changes: readonly TreeChange[],
  { world, width, style }: { readonly world: World; readonly width: number; readonly style: Style },
): string[] {
  const knowledge = renderKnowledge(checkpoint.note.analysis, {
    style,
    width,
    story: false,
    told: toldAbove(checkpoint.note),
  });
  const head = `${renderHead(checkpoint, style, world)}${knowledge}`.split('\n');
  if (changes.length === 0) return [...head, style.dim('No files changed since the checkpoint before.')];
  return [...head, ...renderChanges(changes, world).split('\n')];
}

function narrowed(world: World, columns: number): World {
  const { stdout } = world;
  return { ...world, stdout: { write: (text) => stdout.write(text), isTTY: true, columns } };
}

async function readPatch(
  { engine }: Repository,
  { from, to, changes }: { readonly from: Oid; readonly to: Oid; readonly changes: readonly TreeChange[] },
  style: Style,
): Promise<string[]> {
  const chosen = firstOf(changes);
  if (chosen.length === 0) return changes.length === 0 ? [] : [style.dim(`${count(changes.length, 'file')}: press d`)];
  const patch = await engine.patch(from, to, { paths: chosen.map(({ path }) => path), color: false });
  const lines = stripControls(Buffer.from(patch).toString('utf8')).replaceAll('\t', '    ').split('\n');
  const others = changes.length - chosen.length;
  return [
    ...lines.map((line) => paintLine(line, style)),
    ...(others === 0 ? [] : [style.dim(`… and ${count(others, 'file')} more: press d`)]),
  ];
}

/** The first files, as long as their lines are few. */
function firstOf(changes: readonly TreeChange[]): readonly TreeChange[] {
  let lines = 0;
  const tooMany = changes.findIndex(({ added = 0, removed = 0 }) => {
    lines += added + removed;
    return lines > MAX_LINES;
  });
  return tooMany < 0 ? changes : changes.slice(0, tooMany);
}

function paintLine(line: string, style: Style): string {
  if (/^(?:diff|index|---|\+\+\+|new file|deleted file|old mode|new mode|similarity|rename) /.test(line))
    return style.bold(line);
  if (line.startsWith('@@')) return style.cyan(line);
  if (line.startsWith('+')) return style.green(line);
  return line.startsWith('-') ? style.red(line) : line;
}
