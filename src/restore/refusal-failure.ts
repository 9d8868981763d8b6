import { Failure } from '../core/failure.ts';
import { skipWords } from '../core/skip-words.ts';
import type { Refusal } from './refusals.ts';

const MAX_NAMED = 20;

/** All refusals as one failure: what speaks against the restore, and the way out. */
export function refusalFailure(refusals: readonly Refusal[]): Failure {
  const described = refusals.map(describeRefusal);
  const hints = [...new Set(described.map(({ hint }) => hint))];
  return new Failure('fatal', described.map(({ message }) => message).join('\n'), {
    hint: [...hints, 'Nothing was changed.'].join('\n'),
  });
}

/** A refusal in words. */
export function describeRefusal(refusal: Refusal): { readonly message: string; readonly hint: string } {
  switch (refusal.kind) {
    case 'operation':
      return {
        message: `a ${refusal.operation} is in progress${refusal.path === undefined ? '' : ` in ${refusal.path}`}`,
        hint: `Finish or abort the ${refusal.operation} first, or restore all the same with --force.`,
      };
    case 'uncaptured':
      return {
        message: `these files would be lost, because no checkpoint can hold them:${lines(refusal.files.map(({ path, why }) => `${path} (${uncapturedWords[why]})`))}`,
        hint: 'Move them away, or give up exactly one with --force-path PATH.',
      };
    case 'forbidden':
      return {
        message: `the checkpoint holds paths that must not be written:${lines(refusal.files.map(({ path, why }) => `${path} (${forbiddenWords[why]})`))}`,
        hint: 'Restore the others by name: `git checkpoint restore ID -- PATH...`.',
      };
    case 'links':
      return {
        message: `somebody else's checkpoint holds links out of the working tree:${lines(refusal.links.map(({ path, target }) => `${path} → ${target}`))}`,
        hint: 'If you want such a link, name it with --force-path PATH.',
      };
    case 'collision':
      return {
        message: `this file system does not tell these names apart:${lines(refusal.groups.map((group) => group.join(' and ')))}`,
        hint: 'Restore one of them by name: `git checkpoint restore ID -- PATH...`.',
      };
    case 'conflicted-index':
      return {
        message: `the index${refusal.path === undefined ? '' : ` of ${refusal.path}`} has conflicts, which no checkpoint can hold`,
        hint: 'Resolve them first, or leave --staged out.',
      };
  }
}

const uncapturedWords = {
  ...skipWords,
  unwatched: 'git was told not to look at it',
  ignored: 'ignored',
} as const;

const forbiddenWords = {
  outside: 'leads out of the working tree',
  'git-directory': "git's own directory",
  twice: 'named twice',
  'windows-name': 'not a file name on Windows',
  backslash: 'has a backslash',
  'control-character': 'has a control character',
} as const;

function lines(texts: readonly string[]): string {
  const shown = texts.slice(0, MAX_NAMED).map((text) => `\n  ${text}`);
  const more = texts.length - shown.length;
  return shown.join('') + (more > 0 ? `\n  and ${more} more` : '');
}
