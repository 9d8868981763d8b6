import type { CheckpointPageJson, PatchJson, RowJson, TimelineJson } from '../api.ts';
import type { Exported } from './exported.ts';
import { searchExported } from './search-exported.ts';

/** What an exported page answers in place of a server; undefined where it cannot. */
export function answerExported(exported: Exported, path: string): unknown {
  const { answers } = exported;
  if (Object.hasOwn(answers, path)) return answers[path];
  const { pathname, searchParams } = new URL(path, 'http://exported');
  if (pathname === '/api/search') return searchExported(exported, searchParams.get('q') ?? '');
  if (pathname.startsWith('/api/timeline')) return rowsTouching(exported, searchParams.get('path') ?? '');
  const [, number, against] = /^\/api\/checkpoints\/(\d+)\/patch\?against=(\d+)$/.exec(path) ?? [];
  if (number === undefined || against === undefined) return undefined;
  const { previous } = (answers[`/api/checkpoints/${number}`] ?? {}) as Partial<CheckpointPageJson>;
  return previous?.number === Number(against)
    ? answers[`/api/checkpoints/${number}/patch?against=previous`]
    : undefined;
}

/** The rows that changed a path against the checkpoint before, or against their commit where that is not here; all, where none is given. */
function rowsTouching({ answers }: Exported, path: string): TimelineJson {
  const { rows } = answers['/api/timeline'] as TimelineJson;
  if (path === '') return { rows };
  const wanted = path.replace(/\/+$/, '');
  const touches = ({ number }: RowJson) => {
    const patch = (answers[`/api/checkpoints/${number}/patch?against=previous`] ??
      answers[`/api/checkpoints/${number}/patch?against=base`]) as PatchJson | undefined;
    return patch?.changes.some((change) => change.path === wanted || change.path.startsWith(`${wanted}/`)) === true;
  };
  return { rows: rows.filter(touches) };
}
