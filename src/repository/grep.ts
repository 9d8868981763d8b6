import { saidIn } from '../conversation/said-in.ts';
import { type Checkpoint, isDamaged, type Oid } from '../core/checkpoint.ts';
import type { CheckpointNumber } from '../core/number.ts';
import { SUBMODULE } from '../core/tree-change.ts';
import type { Repository } from '../open/repository.ts';
import { lineFilter, type Matcher, type MatchOptions, matcher, matchLength } from '../search/matcher.ts';
import { baseTrees, diffEach } from './compare-many.ts';
import { listInChunks } from './list.ts';

export interface SearchHit {
  readonly number: CheckpointNumber;
  /** `summary`, a field of the analysis, or a file's path. */
  readonly where: string;
  readonly line?: number;
  readonly text: string;
  /** Where in the text the match begins. */
  readonly at: number;
  /** How long it is; 0 where that was not asked. */
  readonly length: number;
}

type Found = Omit<SearchHit, 'length'>;

export interface SearchOptions extends MatchOptions {
  readonly limit?: number;
  /** Only in checkpoints that have it. */
  readonly tag?: string;
  /** Also in what was said. */
  readonly conversation?: boolean;
  readonly signal?: AbortSignal;
}

/** Searches summaries, analysis and the files that checkpoints changed, newest first. */
export async function search(
  repository: Repository,
  pattern: string,
  options: SearchOptions = {},
): Promise<SearchHit[]> {
  const hits: SearchHit[] = [];
  for await (const found of searchInChunks(repository, pattern, options)) for (const hit of found) hits.push(hit);
  return hits;
}

/** The same, searched as far as somebody asks for more. */
export async function* searchInChunks(
  repository: Repository,
  pattern: string,
  options: SearchOptions = {},
): AsyncGenerator<SearchHit[]> {
  const look = { match: matcher(pattern, options), mayMatch: lineFilter(pattern, options) };
  const lengthOf = matchLength(pattern, options);
  let left = options.limit ?? Number.MAX_SAFE_INTEGER;
  // A blob that several checkpoints hold is told once, by the newest.
  const seen = new Set<Oid>();
  for await (const chunk of listInChunks(repository, options.tag === undefined ? {} : { tag: options.tag })) {
    options.signal?.throwIfAborted();
    const checkpoints = chunk.filter((entry): entry is Checkpoint => !isDamaged(entry));
    const files = await newFiles(repository, checkpoints, seen);
    const texts = readTexts(repository, files.flat());
    for (const [at, checkpoint] of checkpoints.entries()) {
      options.signal?.throwIfAborted();
      const inFiles = await searchFiles(checkpoint, { files: files[at] ?? [], texts, ...look });
      const said = await searchConversation(repository, checkpoint, { ...look, ...options, seen });
      const hits = [...searchNote(checkpoint, look.match), ...inFiles, ...said].slice(0, left);
      left -= hits.length;
      if (hits.length > 0) yield hits.map((hit) => ({ ...hit, length: lengthOf(hit.text, hit.at) }));
      if (left <= 0) return;
    }
  }
}

/** A piece that several checkpoints have is told once, by the newest. */
async function searchConversation(
  { engine }: Repository,
  { number, commit }: Checkpoint,
  {
    match,
    seen,
    conversation,
  }: Pick<SearchOptions, 'conversation'> & { readonly match: Matcher; readonly seen: Set<Oid> },
): Promise<Found[]> {
  const hits: Found[] = [];
  if (!conversation) return hits;
  for await (const texts of saidIn(engine, commit, seen)) {
    const found = match(texts);
    for (const [index, text] of texts.entries()) {
      const at = found[index] ?? -1;
      if (at >= 0) hits.push({ number, where: 'conversation', text, at });
    }
  }
  return hits;
}

interface FileSearch {
  readonly files: readonly FoundFile[];
  /** Their texts, one after the other. */
  readonly texts: AsyncGenerator<string, undefined>;
  readonly match: Matcher;
  readonly mayMatch: (text: string) => boolean;
}

async function searchFiles({ number }: Checkpoint, { files, texts, match, mayMatch }: FileSearch): Promise<Found[]> {
  const hits: Found[] = [];
  for (const { path } of files) {
    const text = (await texts.next()).value ?? '';
    const found = mayMatch(text) ? searchText(text, match) : [];
    for (const hit of found) hits.push({ number, where: path, ...hit });
  }
  return hits;
}

function searchNote({ number, note }: Checkpoint, match: Matcher): Found[] {
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
  // A first prompt is often summary, problem and intent in one: it is told once.
  const told = new Set<string>();
  return texts.flatMap(([where, text], index) => {
    const at = found[index] ?? -1;
    if (at < 0 || told.has(text)) return [];
    told.add(text);
    return [{ number, where, text, at }];
  });
}

interface FoundFile {
  readonly path: string;
  readonly oid: Oid;
}

/** The files of each checkpoint that differ from its commit and that no newer one had. */
async function newFiles(
  repository: Repository,
  checkpoints: readonly Checkpoint[],
  seen: Set<Oid>,
): Promise<FoundFile[][]> {
  const bases = await baseTrees(repository, checkpoints);
  const pairs = checkpoints.map((checkpoint, at) => ({ from: bases[at] ?? checkpoint.tree, to: checkpoint.tree }));
  const differences = await diffEach(repository, pairs, { counts: false });
  return differences.map((changes = []) =>
    changes.flatMap(({ path, newOid, newMode }) => {
      if (newOid === undefined || newMode === SUBMODULE || seen.has(newOid)) return [];
      seen.add(newOid);
      return [{ path, oid: newOid }];
    }),
  );
}

/** So many files are in memory at once. */
const AT_ONCE = 64;

/** The texts of files, in order; of a binary one nothing. */
async function* readTexts({ engine }: Repository, files: readonly FoundFile[]): AsyncGenerator<string, undefined> {
  for (let from = 0; from < files.length; from += AT_ONCE) {
    const blobs = await engine.readObjects(files.slice(from, from + AT_ONCE).map(({ oid }) => oid));
    for (const blob of blobs) {
      const bytes = Buffer.from(blob?.bytes.buffer ?? new ArrayBuffer(0), blob?.bytes.byteOffset, blob?.bytes.length);
      yield isBinary(bytes) ? '' : bytes.toString();
    }
  }
}

function searchText(text: string, match: Matcher): Pick<SearchHit, 'line' | 'text' | 'at'>[] {
  const lines = text.split('\n');
  return match(lines).flatMap((at, index) => (at < 0 ? [] : [{ line: index + 1, text: lines[index] ?? '', at }]));
}

/** As git decides it: by a zero byte near the beginning. */
function isBinary(bytes: Buffer): boolean {
  return bytes.subarray(0, 8000).includes(0);
}
