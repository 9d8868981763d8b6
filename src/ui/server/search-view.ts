import { search } from '../../repository/grep.ts';
import type { HitJson } from '../api.ts';
import type { Call } from './call.ts';

const MAX_HITS = 200;
const MAX_TEXT = 300;

/** Searches words and files for a plain text. */
export async function searchView({ repository, query }: Call): Promise<{ readonly hits: readonly HitJson[] }> {
  const text = query.get('q')?.trim() ?? '';
  if (text === '') return { hits: [] };
  const pattern = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const hits = await search(repository, pattern, { ignoreCase: true, limit: MAX_HITS });
  return { hits: hits.map((hit) => shorten({ ...hit, number: Number(hit.number) })) };
}

/** A line may be a whole minified file: what stands around the match is enough. */
function shorten(hit: HitJson): HitJson {
  const start = Math.max(0, hit.at - MAX_TEXT / 3);
  return { ...hit, text: hit.text.slice(start, start + MAX_TEXT), at: hit.at - start };
}
