import { saidIn } from '../conversation/said-in.ts';
import { type Checkpoint, isDamaged, type Oid } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { describeCommand } from '../core/describe-command.ts';
import type { CheckpointNumber } from '../core/number.ts';
import { readAhead } from '../core/read-ahead.ts';
import { SUBMODULE } from '../core/tree-change.ts';
import type { Repository } from '../open/repository.ts';
import { lineFilter, type Matcher, type MatchOptions, matcher, matchLength } from '../search/matcher.ts';
import { baseTrees, diffEach } from './compare-many.ts';
import { listInChunks } from './list.ts';

export interface SearchHit {
  readonly number: CheckpointNumber;
  /** `summary`, a field of the analysis, `commands`, or a file's path. */
  readonly where: string;
  readonly line?: number;
  readonly text: string;
  /** Where in the text the match begins. */
  readonly at: number;
  /** How long it is; 0 where that was not asked. */
  readonly length: number;
}

type Hit = Omit<SearchHit, 'number' | 'length'>;

interface SearchOptions extends MatchOptions {
  readonly limit?: number;
  /** Only in checkpoints that have it. */
  readonly tag?: string;
  /** Also in what was said. */
  readonly conversation?: boolean;
  readonly signal?: AbortSignal;
}

/** Searches summaries, analysis, commands and the files that checkpoints changed, newest first. */
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
  // A blob that several checkpoints hold is listed once, by the newest, and so are words that they carry on.
  const seen = new Set<Oid>();
  const told = new Set<string>();
  for await (const { checkpoints, files } of readAhead(withNewFiles(repository, options, seen))) {
    const inFiles = await searchFiles(repository, files.flat(), { ...look, ...options });
    for (const [at, checkpoint] of checkpoints.entries()) {
      options.signal?.throwIfAborted();
      const inThese = (files[at] ?? []).flatMap((file) => inFiles.get(file) ?? []);
      const said = await searchConversation(repository, checkpoint, { ...look, ...options, seen });
      const found = [...searchNote(checkpoint, look.match, told), ...inThese, ...said];
      const hits = found.slice(0, left);
      left -= hits.length;
      const { number } = checkpoint;
      if (hits.length > 0) yield hits.map((hit) => ({ number, ...hit, length: lengthOf(hit.text, hit.at) }));
      if (left <= 0) return;
    }
  }
}

/** A piece that several checkpoints have is listed once, by the newest. */
async function searchConversation(
  { engine }: Repository,
  { commit }: Checkpoint,
  {
    match,
    seen,
    conversation,
  }: Pick<SearchOptions, 'conversation'> & { readonly match: Matcher; readonly seen: Set<Oid> },
): Promise<Hit[]> {
  const hits: Hit[] = [];
  if (!conversation) return hits;
  for await (const texts of saidIn(engine, commit, seen)) {
    const found = match(texts);
    for (const [index, text] of texts.entries()) {
      const at = found[index] ?? -1;
      if (at >= 0) hits.push({ where: 'conversation', text, at });
    }
  }
  return hits;
}

/** Checkpoints, newest first, and of each the files that differ from its commit and that no newer one had. */
async function* withNewFiles(repository: Repository, { tag, signal }: SearchOptions, seen: Set<Oid>) {
  for await (const chunk of listInChunks(repository, defined({ tag }))) {
    signal?.throwIfAborted();
    const checkpoints = chunk.filter((entry): entry is Checkpoint => !isDamaged(entry));
    yield { checkpoints, files: await newFiles(repository, checkpoints, seen) };
  }
}

interface FileSearch extends Pick<SearchOptions, 'signal'> {
  readonly match: Matcher;
  readonly mayMatch: (text: string) => boolean;
}

async function searchFiles(
  repository: Repository,
  files: readonly FoundFile[],
  { match, mayMatch, signal }: FileSearch,
): Promise<Map<FoundFile, Hit[]>> {
  const hits = new Map<FoundFile, Hit[]>();
  for await (const texts of readAhead(readTexts(repository, files))) {
    signal?.throwIfAborted();
    for (const [file, text] of texts)
      if (mayMatch(text))
        hits.set(
          file,
          searchText(text, match).map((hit) => ({ where: file.path, ...hit })),
        );
  }
  return hits;
}

function searchNote({ note }: Checkpoint, match: Matcher, told: Set<string>): Hit[] {
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
    ...note.context.recent_commands.map((command): [string, string] => ['commands', describeCommand(command)]),
  ];
  const found = match(texts.map(([, text]) => text));
  // A first prompt is often summary, problem and intent in one.
  return texts.flatMap(([where, text], index) => {
    const at = found[index] ?? -1;
    if (at < 0 || told.has(text)) return [];
    told.add(text);
    return [{ where, text, at }];
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

/** Bytes of files that are asked for at once: those and the next ones are in memory. How large files are, the ones before tell. */
const AT_ONCE = 2 << 20;
const FEW = 16;
const MANY = 512;

/** The texts of files, some at a time; binary ones are left out. */
async function* readTexts({ engine }: Repository, files: readonly FoundFile[]): AsyncGenerator<[FoundFile, string][]> {
  let size = 64;
  for (let from = 0; from < files.length; ) {
    const some = files.slice(from, from + size);
    const blobs = await engine.readObjects(some.map(({ oid }) => oid));
    from += some.length;
    const bytes = blobs.reduce((sum, blob) => sum + (blob?.bytes.length ?? 0), 0);
    size = Math.min(MANY, Math.max(FEW, Math.floor(AT_ONCE / (bytes / some.length + 1))));
    yield some.flatMap((file, at): [FoundFile, string][] => {
      const { bytes } = blobs[at] ?? {};
      if (bytes === undefined) return [];
      const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
      return isBinary(content) ? [] : [[file, content.toString()]];
    });
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
