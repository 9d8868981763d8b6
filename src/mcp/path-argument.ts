import { isAbsolute, posix, relative, sep } from 'node:path';
import { Failure } from '../core/failure.ts';
import type { Repository } from '../open/repository.ts';

/** A path that a model names, relative to the top of the working tree. It may not lead out of it, nor into git's own folder. */
export function pathInside({ engine }: Repository, text: string): string {
  if (/[\u0000-\u001f\u007f]/.test(text)) throw outside(text, 'it has control characters');
  const { root } = engine.place;
  const local = isAbsolute(text) ? relative(root, text).split(sep).join('/') : text;
  const path = posix.normalize(local).replace(/^\.\/|\/$/g, '');
  if (path === '..' || path.startsWith('../') || posix.isAbsolute(path)) throw outside(text, 'it leads out of it');
  if (/^\.git(?:\/|$)/i.test(path)) throw outside(text, "git's own folder is none of its files");
  if (path === '.' || path === '') throw outside(text, 'it names no file');
  return path;
}

function outside(text: string, why: string): Failure {
  const shown = JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);
  return new Failure('usage', `${shown} is not a path of this repository: ${why}`, {
    hint: 'Name files relative to the top of the working tree, such as "src/main.ts".',
  });
}
