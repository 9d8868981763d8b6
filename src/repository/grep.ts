import { type Checkpoint, isDamaged } from '../core/checkpoint.ts';
import { Failure } from '../core/failure.ts';
import type { CheckpointNumber } from '../core/number.ts';
import { changesOf } from './compare.ts';
import { list } from './list.ts';
import type { Repository } from './repository.ts';

export interface SearchHit {
  readonly number: CheckpointNumber;
  /** `summary`, a field of the analysis, or a file's path. */
  readonly where: string;
  readonly line?: number;
  readonly text: string;
}

export interface SearchOptions {
  readonly ignoreCase?: boolean;
  readonly limit?: number;
}

/** Searches summaries, analysis and the files that checkpoints changed, newest first. The pattern is a regular expression. */
export async function search(
  repository: Repository,
  pattern: string,
  options: SearchOptions = {},
): Promise<SearchHit[]> {
  const expression = compile(pattern, options);
  const limit = options.limit ?? Number.MAX_SAFE_INTEGER;
  const hits: SearchHit[] = [];
  // A blob that several checkpoints hold is told once, by the newest.
  const seen = new Set<string>();
  for (const checkpoint of await list(repository)) {
    if (hits.length >= limit) break;
    if (isDamaged(checkpoint)) continue;
    hits.push(...searchNote(checkpoint, expression));
    hits.push(...(await searchFiles(repository, checkpoint, { expression, seen })));
  }
  return hits.slice(0, limit);
}

function compile(pattern: string, options: SearchOptions): RegExp {
  try {
    return new RegExp(pattern, options.ignoreCase ? 'i' : '');
  } catch (cause) {
    throw new Failure('usage', `‘${pattern}’ is not a regular expression`, {
      hint: 'Escape special characters with a backslash.',
      cause,
    });
  }
}

function searchNote({ number, note }: Checkpoint, expression: RegExp): SearchHit[] {
  const { analysis } = note;
  const texts: [string, string][] = [
    ['summary', note.summary],
    ['description', note.description],
    ...Object.entries(analysis).flatMap(([field, value]): [string, string][] => {
      if (typeof value === 'string') return field === 'source' ? [] : [[field, value]];
      return Array.isArray(value)
        ? value.map((item) => [field, typeof item === 'string' ? item : `${item.path}: ${item.change}`])
        : [];
    }),
  ];
  return texts.filter(([, text]) => expression.test(text)).map(([where, text]) => ({ number, where, text }));
}

async function searchFiles(
  repository: Repository,
  checkpoint: Checkpoint,
  look: { readonly expression: RegExp; readonly seen: Set<string> },
): Promise<SearchHit[]> {
  const changes = await changesOf(repository, checkpoint);
  const wanted = changes.filter(
    ({ newOid, newMode, binary }) => newOid !== undefined && newMode !== '160000' && !binary && !look.seen.has(newOid),
  );
  const blobs = await repository.engine.readObjects(wanted.map(({ newOid }) => newOid ?? ''));
  return wanted.flatMap(({ path, newOid = '' }, at) => {
    look.seen.add(newOid);
    const lines = Buffer.from(blobs[at]?.bytes ?? new Uint8Array())
      .toString()
      .split('\n');
    return lines.flatMap((text, index) =>
      look.expression.test(text) ? [{ number: checkpoint.number, where: path, line: index + 1, text }] : [],
    );
  });
}
