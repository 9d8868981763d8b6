import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the page is made of; the build puts these files beside the program. */
const files: Readonly<Record<string, string>> = {
  '/': 'index.html',
  '/page.js': 'page.js',
  '/page.css': 'page.css',
};

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

interface PageFile {
  readonly type: string;
  readonly bytes: Buffer;
}

/** A file of the page by its address; nothing else on the disk has one. */
export function findPageFile(path: string, folder: string): PageFile | undefined {
  const name = Object.hasOwn(files, path) ? files[path] : undefined;
  if (name === undefined) return undefined;
  const type = types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
  return { type, bytes: readFileSync(join(folder, name)) };
}
