import { type Checkpoint, isDamaged } from '../core/checkpoint.ts';
import type { CheckpointNumber } from '../core/number.ts';
import { SUBMODULE } from '../core/tree-change.ts';
import type { Repository } from '../open/repository.ts';
import { type Matcher, type MatchOptions, matcher } from '../search/matcher.ts';
import { changesOf } from './compare.ts';
import { list } from './list.ts';

export interface SearchHit {
  readonly number: CheckpointNumber;
  /** `summary`, a field of the analysis, or a file's path. */
  readonly where: string;
  readonly line?: number;
  readonly text: string;
  /** Where in the text the match begins. */
  readonly at: number;
}

export interface SearchOptions extends MatchOptions {
  readonly limit?: number;
  /** Only in checkpoints that have it. */
  readonly tag?: string;
  readonly signal?: AbortSignal;
}

/** Searches summaries, analysis and the files that checkpoints changed, newest first. */
export async function search(
  repository: Repository,
  pattern: string,
  options: SearchOptions = {},
): Promise<SearchHit[]> {
  const match = matcher(pattern, options);
  const limit = options.limit ?? Number.MAX_SAFE_INTEGER;
  const hits: SearchHit[] = [];
  // A blob that several checkpoints hold is told once, by the newest.
  const seen = new Set<string>();
  for (const checkpoint of await list(repository, options.tag === undefined ? {} : { tag: options.tag })) {
    if (hits.length >= limit) break;
    options.signal?.throwIfAborted();
    if (isDamaged(checkpoint)) continue;
    hits.push(...searchNote(checkpoint, match));
    for (const hit of await searchFiles(repository, checkpoint, { match, seen })) hits.push(hit);
  }
  return hits.slice(0, limit);
}

function searchNote({ number, note }: Checkpoint, match: Matcher): SearchHit[] {
  const { analysis } = note;
  const texts: [string, string][] = [
    ['summary', note.summary],
    ['description', note.description],
    ...(note.anchor === undefined ? [] : [['anchor', note.anchor] as [string, string]]),
    ...(note.tags ?? []).map((tag): [string, string] => ['tags', tag]),
    ...(note.sections ?? []).map(({ heading, text }): [string, string] => ['sections', `${heading}\n${text}`]),
    ...Object.entries(analysis).flatMap(([field, value]): [string, string][] => {
      if (typeof value === 'string') return field === 'source' ? [] : [[field, value]];
      return Array.isArray(value)
        ? value.map((item) => [field, typeof item === 'string' ? item : `${item.path}: ${item.change}`])
        : [];
    }),
  ];
  const found = match(texts.map(([, text]) => text));
  return texts.flatMap(([where, text], index) => {
    const at = found[index] ?? -1;
    return at < 0 ? [] : [{ number, where, text, at }];
  });
}

async function searchFiles(
  repository: Repository,
  checkpoint: Checkpoint,
  look: { readonly match: Matcher; readonly seen: Set<string> },
): Promise<SearchHit[]> {
  const changes = await changesOf(repository, checkpoint);
  const wanted = changes.filter(
    ({ newOid, newMode, binary }) => newOid !== undefined && newMode !== SUBMODULE && !binary && !look.seen.has(newOid),
  );
  const blobs = await repository.engine.readObjects(wanted.map(({ newOid }) => newOid ?? ''));
  return wanted.flatMap(({ path, newOid = '' }, at) => {
    look.seen.add(newOid);
    const lines = Buffer.from(blobs[at]?.bytes ?? new Uint8Array())
      .toString()
      .split('\n');
    const found = look.match(lines);
    return lines.flatMap((text, index) => {
      const position = found[index] ?? -1;
      return position < 0 ? [] : [{ number: checkpoint.number, where: path, line: index + 1, text, at: position }];
    });
  });
}
