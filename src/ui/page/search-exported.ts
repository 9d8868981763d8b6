import { describeCommand } from '../../core/describe-command.ts';
import type { CheckpointPageJson, HitJson, PatchJson } from '../api.ts';
import { parsePatch } from './diff/parse-patch.ts';
import type { Exported } from './exported.ts';

type Searched = Omit<HitJson, 'number' | 'at'>;

const MAX_HITS = 200;

/** Searches what an exported page carries: what was known, commands, and the lines that were changed. */
export function searchExported({ answers }: Exported, text: string): { readonly hits: readonly HitJson[] } {
  const wanted = text.toLowerCase();
  const hits = Object.entries(answers).flatMap(([path, answer]) => {
    const [, id, rest = ''] = /^\/api\/checkpoints\/(\d+)(.*)$/.exec(path) ?? [];
    if (id === undefined) return [];
    return searchedIn(rest, answer).flatMap((searched) => {
      const at = searched.text.toLowerCase().indexOf(wanted);
      return at < 0 ? [] : [{ ...searched, number: Number(id), at }];
    });
  });
  return { hits: hits.toSorted((one, other) => other.number - one.number).slice(0, MAX_HITS) };
}

/** The texts of one answer that somebody may look for. */
function searchedIn(rest: string, answer: unknown): Searched[] {
  if (rest === '') return wordsOf(answer as CheckpointPageJson);
  return rest === '/patch?against=base' ? linesOf(answer as PatchJson) : [];
}

function wordsOf({ checkpoint: { summary, analysis, context } }: CheckpointPageJson): Searched[] {
  const fields = Object.entries(analysis).flatMap(([where, value]): Searched[] => {
    if (typeof value === 'string') return where === 'source' ? [] : [{ where, text: value }];
    if (!Array.isArray(value)) return [];
    return value.map((item) => ({ where, text: typeof item === 'string' ? item : `${item.path}: ${item.change}` }));
  });
  const commands = context.recent_commands.map((command) => ({ where: 'commands', text: describeCommand(command) }));
  return [{ where: 'summary', text: summary }, ...fields, ...commands];
}

function linesOf({ patch }: PatchJson): Searched[] {
  return parsePatch(patch).flatMap(({ path, hunks }) =>
    hunks.flatMap(({ lines }) =>
      lines.flatMap(({ text, after, kind }) =>
        kind === 'added' && after !== undefined ? [{ where: path, line: after, text }] : [],
      ),
    ),
  );
}
