import { BOUNDS, bounded } from './bounds.ts';
import type { ChangedFile } from './changes.ts';
import type { SessionFiles } from './session-files.ts';
import type { Item, SessionView } from './session-view.ts';
import type { Manifest } from './technical-context.ts';

const DOCUMENT = /\.(?:md|mdx|rst|adoc|txt)$|(?:^|\/)(?:docs?|documentation|adr)\//i;
const NOT_A_DOCUMENT =
  /(?:^|\/)(?:node_modules|\.claude|\.codex|\.gemini|tool-results|memory)\/|requirements.*\.txt$|^\/(?:tmp|private|var)\//;
const URL = /https?:\/\/[^\s<>"'`)\]]{4,200}/g;

/** Documents that were read, and pages the user pointed at; newest first. */
export function findRelevantDocs(view: SessionView, files: SessionFiles): Item[] {
  const read = files.read
    .filter(({ path }) => DOCUMENT.test(path) && !NOT_A_DOCUMENT.test(path))
    .map(({ path }) => ({ text: path, from: { by: 'files' } as const }))
    .reverse();
  const pages = view.turns.flatMap((turn) =>
    [...turn.words.matchAll(URL)]
      .filter((match) => !/\/\/(?:[^/]*@)?(?:[\w-]+\.)*(?:example\.\w+|localhost)\b/.test(match[0]))
      .map((match) => ({
        text: match[0].replace(/[.,;:]+$/, ''),
        from: { by: 'user', turn: turn.number } as const,
      })),
  );
  return bounded([...pages.reverse().slice(0, 6), ...read], BOUNDS.relevant_docs);
}

/** Directories of the touched files, at their nearest manifest where it is known; the busiest first. */
export function findRelevantPackages(
  files: SessionFiles,
  changes: readonly ChangedFile[],
  manifests: readonly Manifest[],
): string[] {
  const roots = manifests
    .map(({ path }) => path.slice(0, Math.max(0, path.lastIndexOf('/'))))
    .filter((root) => root !== '');
  const counts = new Map<string, number>();
  for (const path of new Set([...changes.map((change) => change.path), ...files.edited])) {
    const name = packageOf(path, roots);
    if (name !== '') counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, BOUNDS.packages)
    .map(([name]) => name);
}

function packageOf(path: string, roots: readonly string[]): string {
  if (path.startsWith('/') || path.startsWith('~')) return '';
  const nearest = roots.filter((root) => path.startsWith(`${root}/`)).sort((a, b) => b.length - a.length)[0];
  const folders = path.split('/').slice(0, -1);
  return nearest ?? folders.slice(0, 3).join('/');
}
