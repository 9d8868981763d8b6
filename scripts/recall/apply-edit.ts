import type { DiffTold } from './diff-told.ts';
import type { FileThen } from './files-then.ts';
import { patchText } from './paths-of.ts';
import { type Raw, type RawCall, string } from './raw-event.ts';

/** Does to a file what an edit of the session did to it. */
export function applyEdit(file: FileThen, call: RawCall, target: string): void {
  const { input, detail } = call;
  const original = typeof detail['originalFile'] === 'string' ? detail['originalFile'] : undefined;
  if (typeof input['content'] === 'string') {
    if (file.after === undefined) learn(file, original);
    file.after = input['content'];
  } else if (patchText(call) !== '') applyPatch(file, patchText(call), target);
  else applyReplacement(file, input, original);
}

function applyReplacement(file: FileThen, input: Raw, original: string | undefined): void {
  if (file.after === undefined) learn(file, original);
  if (original !== undefined) file.after = original;
  replacePiece(file, string(input['old_string']), string(input['new_string']), input['replace_all'] === true);
}

/** What a file was when it was first seen, it was before the session, and before it was moved. */
function learn(file: FileThen, text: string | undefined): void {
  if (text === undefined) return;
  const first = file.movedFrom ?? file;
  first.before ??= text;
  first.isWhole = true;
}

/** Brings a file to what git showed of it, unless it is there. */
export function applyDiff(file: FileThen, { hunks, isNew, isDeleted }: DiffTold): void {
  if (isDeleted) {
    remove(file);
    return;
  }
  const isTouched = file.after !== file.before;
  for (const { old, fresh } of hunks) {
    const current = file.after ?? '';
    if (isNew) file.after ??= `${fresh}\n`;
    else if (!current.includes(fresh) && (current.includes(old) || !isTouched)) replacePiece(file, old, fresh);
  }
}

/** It differs from what was committed, nobody knows how. */
export function applyUnknown(file: FileThen): void {
  // A program that was built is no text.
  const isText = /\.\w+$/.test(file.path);
  if (file.after === undefined) file.before ??= isText ? '' : '\0';
  file.after = `${file.after ?? file.before ?? ''}\n`;
}

/** Where the whole file was never seen, its known pieces stand for it. */
function replacePiece(file: FileThen, ...[oldText, newText, everywhere]: [string, string, boolean?]): void {
  const current = file.after ?? (file.movedFrom ?? file).before ?? '';
  if (oldText !== '' && current.includes(oldText))
    file.after = everywhere ? current.replaceAll(oldText, newText) : current.replace(oldText, () => newText);
  else {
    // What the session made had nothing before.
    const first = file.movedFrom ?? file;
    const isNew = first.before === undefined && file.after !== undefined;
    if (oldText !== '' && !isNew) first.before = `${first.before ?? ''}${oldText}\n`;
    file.after = `${current}${newText}\n`;
  }
}

function applyPatch(file: FileThen, patch: string, target: string): void {
  for (const section of patch.split(/^(?=\*\*\* (?:Add|Update|Delete) File: )/m))
    if (section.split('\n')[0]?.trimEnd().endsWith(`File: ${target}`)) applySection(file, section);
}

function applySection(file: FileThen, section: string): void {
  const hunks = section
    .split('\n')
    .slice(1)
    .filter((line) => !line.startsWith('***'))
    .join('\n')
    .split(/^@@.*\n/m)
    .filter((hunk) => hunk.trim() !== '');
  if (section.startsWith('*** Delete')) remove(file);
  else if (section.startsWith('*** Add')) file.after = hunks.map((hunk) => side(hunk, '+')).join('\n');
  else for (const hunk of hunks) replacePiece(file, side(hunk, ' -'), side(hunk, ' +'));
}

/** What is deleted was there, though nothing was seen of it. */
function remove(file: FileThen): void {
  if (file.after === undefined) (file.movedFrom ?? file).before ??= '';
  file.after = undefined;
}

/** The lines of a hunk with one of the signs. */
function side(hunk: string, signs: string): string {
  return hunk
    .replace(/\n$/, '')
    .split('\n')
    .filter((line) => signs.includes(line[0] ?? ' '))
    .map((line) => line.slice(1))
    .join('\n');
}
