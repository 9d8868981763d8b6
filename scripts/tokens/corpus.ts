import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { madeTexts } from './made-texts.ts';

/** A piece of text of a kind that a resume pack may hold. */
export interface Chunk {
  readonly kind: string;
  readonly text: string;
}

const CHUNK = 1500;
const PER_KIND = 150;

/** The project's own text, what its dependencies ship, and made texts of the kinds that neither has. */
export function mixedCorpus(): Chunk[] {
  const files = new Map<string, string[]>();
  const keep = (kind: string, path: string) => files.set(kind, [...(files.get(kind) ?? []), path]);
  for (const room of ['src', 'test', 'scripts']) for (const path of filesBelow(room)) keep('own source', path);
  for (const path of filesBelow('node_modules')) {
    const kind = kindOf(path);
    if (kind !== undefined) keep(kind, path);
  }
  const read = [...files].flatMap(([kind, paths]) => chunksOfFiles(kind, paths));
  const made = madeTexts().flatMap(({ kind, text }) => cut(text).map((piece) => ({ kind, text: piece })));
  return [...read, ...made];
}

function kindOf(path: string): string | undefined {
  if (path.endsWith('.d.ts')) return 'type declarations';
  if (/\.min\.c?js$/.test(path)) return 'minified';
  if (/\.[cm]?js$/.test(path)) return 'javascript';
  if (path.endsWith('.map')) return 'source maps';
  if (path.endsWith('.json')) return 'json';
  if (path.endsWith('.md')) return 'markdown';
  if (/\/licen[cs]e[^/]*$/i.test(path)) return 'licences';
  return undefined;
}

function filesBelow(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => join(directory, name))
    .filter((path) => !path.includes('/@biomejs/cli-') && statSync(path, { throwIfNoEntry: false })?.isFile() === true)
    .sort();
}

/** Spread evenly over the files and over each file, so that no one package decides a kind. */
function chunksOfFiles(kind: string, paths: readonly string[]): Chunk[] {
  const step = Math.max(1, Math.floor(paths.length / PER_KIND));
  const chosen = paths.filter((_, index) => index % step === 0);
  return chosen
    .map((path) => cut(readFileSync(path, 'utf8').slice(0, 200_000)))
    .map((pieces, index) => pieces[index % Math.max(1, pieces.length)])
    .filter((piece) => piece !== undefined && piece.length > 200)
    .slice(0, PER_KIND)
    .map((text) => ({ kind, text: text ?? '' }));
}

function cut(text: string): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += CHUNK) pieces.push(text.slice(at, at + CHUNK));
  return pieces;
}
