import { describeFile } from './describe-file.ts';
import { completeLevel, fileLevels, lengthOfChanges } from './file-levels.ts';
import { fileHunks } from './hunks.ts';
import { languageOf } from './language-of.ts';
import type { Extent, Item, Measure } from './level.ts';
import { listLevels } from './list-levels.ts';
import { nearnessBy } from './named-files.ts';
import type { PackInput } from './pack-input.ts';
import { oneLine } from './quote.ts';
import { compare, FILES_WITH_CONTENT, rankFiles } from './rank-files.ts';
import { isSideFile } from './side-file.ts';
import { isVersionBump } from './version-bump.ts';
import { isManifest, isWiring } from './wiring.ts';
import type { WorkingFile } from './working-file.ts';

/** What knowing all of a file is worth, against the entries of the lists, by how near it is to what comes next. */
const CONTENT = { 1: 40, 2: 80, 3: 240 } as const;
/** What was edited last is where the work stands. */
const LAST = 160;
/** What was not committed and can be told in a few lines goes before most else, up to so many characters in all. */
const SMALL = { chars: 1200, worth: 140 } as const;
/** Of what a file of the code is worth: what follows from others, and beside changes of the code what tells of them or tests them. */
const SHARE = { side: 0.2, prose: 0.4, test: 0.7 } as const;

/** The list of changed files, then their contents, those that the next actions need first. */
export function workingFileItems(input: PackInput, measure: Measure, extent: Extent): Item[] {
  const { note } = input.checkpoint;
  const ranked = rankFiles(input.files, note);
  if (ranked.length === 0) return [];
  const readable = ranked.filter((file) => file.status !== 'deleted' && !file.binary);
  const nearness = nearnessBy(note.analysis);
  const shown = readable.slice(0, FILES_WITH_CONTENT);
  const small = smallChanges(shown);
  const share = sharesOf(shown);
  const last = note.session_files?.edited.findLast((path) => shown.some((file) => file.path === path));
  const worthOf = (file: WorkingFile) => {
    const content = file.path === last ? Math.max(LAST, CONTENT[nearness(file.path)]) : CONTENT[nearness(file.path)];
    return Math.max(content * share(file), small.has(file) ? SMALL.worth : 0);
  };
  const contents = shown.map((file): Item => {
    const levelsOf = extent === 'complete' ? completeLevel : fileLevels;
    const levels = levelsOf(file, worthOf(file), measure);
    return { section: 'working_files', name: oneLine(file.path), count: 1, form: 'block', levels };
  });
  return [fileList(ranked, input, measure), ...contents, ...others(readable.length - contents.length)];
}

/** The files whose changes are told in a few lines, the nearest first, as long as all of them together are. */
function smallChanges(files: readonly WorkingFile[]): Set<WorkingFile> {
  let left: number = SMALL.chars;
  return new Set(
    files.filter((file) => {
      if (isSideFile(file.path) || isProse(file.path) || saysLittle(file)) return false;
      const length = lengthOfChanges(file);
      if (length === undefined || length > left) return false;
      left -= length;
      return true;
    }),
  );
}

function sharesOf(files: readonly WorkingFile[]): (file: WorkingFile) => number {
  const isCode = ({ path }: WorkingFile) => !isSideFile(path) && !isProse(path) && !isTest(path);
  const hasCode = files.some(isCode);
  return (file) => {
    if (isSideFile(file.path) || saysLittle(file)) return SHARE.side;
    if (!hasCode) return 1;
    if (isProse(file.path)) return SHARE.prose;
    return isTest(file.path) ? SHARE.test : 1;
  };
}

function isTest(path: string): boolean {
  return /(?:^|\/)(?:tests?|spec|__tests__)\/|(?:[._-](?:test|spec)s?\.\w+|(?:^|\/)test_[^/]*)$/i.test(path);
}

/** Numbers of versions, imports and dependencies. */
function saysLittle(file: WorkingFile): boolean {
  const hunks = fileHunks(file) ?? [];
  return isVersionBump(hunks) || (hunks.length > 0 && (isManifest(file.path) || hunks.every(isWiring)));
}

function isProse(path: string): boolean {
  return languageOf(path) === 'markdown';
}

/** Files beyond those that a pack could ever show count as left out. */
function others(count: number): Item[] {
  return count <= 0 ? [] : [{ section: 'working_files', name: 'other files', count, form: 'block', levels: [] }];
}

const MAX_LISTED = 200;

function fileList(files: readonly WorkingFile[], input: PackInput, measure: Measure): Item {
  const changes = new Map(input.checkpoint.note.analysis.artifacts.map(({ path, change }) => [path, change]));
  const items = files.map((file, index) => {
    // Beyond what a list shows only the number of files counts.
    if (index >= MAX_LISTED) return file.path;
    const change = oneLine(changes.get(file.path) ?? '');
    const words = change === '' ? '' : `: ${change}`;
    return `${oneLine(describeFile(file))}${words}`;
  });
  const places = directories(files);
  const missing = (count: number) =>
    `${count} more, most in ${places}: \`git checkpoint diff ${input.checkpoint.number} --stat\``;
  const plan = { items, form: 'dashes', keep: 'first', value: 6, fading: 0.02, urgency: 4, missing } as const;
  const levels = listLevels(plan, measure);
  return { section: 'working_files', name: 'list of changed files', count: files.length, form: 'dashes', levels };
}

/** Where most of these files are: `src/gen/, docs/`. */
function directories(files: readonly WorkingFile[]): string {
  const counts = new Map<string, number>();
  for (const { path } of files) {
    const directory = path.slice(0, path.lastIndexOf('/') + 1) || './';
    counts.set(directory, (counts.get(directory) ?? 0) + 1);
  }
  const most = [...counts].sort((a, b) => b[1] - a[1] || compare(a[0], b[0])).slice(0, 3);
  return most.map(([directory]) => oneLine(directory)).join(', ');
}
