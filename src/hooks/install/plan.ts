import type { Insertion, SettingsFile } from '../../agents/agent-settings.ts';
import { OWN_FILE } from '../../agents/command-texts.ts';
import { describeError, Failure } from '../../core/failure.ts';
import { insertionEdit } from './json-edit.ts';
import { parseJsonText } from './json-text.ts';
import { holdsExactly, isThere, withoutOwnEntries } from './own-entries.ts';
import { digestOf, type Receipt } from './receipts.ts';
import { applyEdit, type Edit, type Undo, undoEdits, undoOf } from './text-edit.ts';
import { blockEdit, definesTable, withoutBlock } from './toml-block.ts';

type JsonFile = Extract<SettingsFile, { form: 'json' }>;

/** A file as it is: its text, absent when there is none, and what an earlier installation noted. */
export interface FoundFile {
  readonly text?: string;
  readonly receipt?: Receipt;
}

/** What becomes of a file. */
export type FilePlan = Pick<JsonFile, 'within'> & Outcome;

type Outcome =
  | { readonly kind: 'same'; readonly path: string }
  /** Something of the user's stands there: it is left alone, and why. */
  | { readonly kind: 'left'; readonly path: string; readonly why: string }
  | {
      readonly kind: 'write';
      readonly path: string;
      readonly before?: string;
      readonly after: string;
      readonly undos: readonly Undo[];
      /** Without us there would be no such file. */
      readonly created: boolean;
    }
  | { readonly kind: 'remove'; readonly path: string; readonly before: string };

/** Decides how our entries get into a file; older ones of ours are replaced. Touches nothing. */
export function planInstallFile(file: SettingsFile, found: FoundFile): FilePlan {
  return naming(file, () => {
    switch (file.form) {
      case 'text':
        return planText(file, found);
      case 'json':
        if (found.text !== undefined && isInstalled(found.text, file)) return { kind: 'same', path: file.path };
        return written(file, found, (base) => insertAll(base, file.insertions));
      case 'toml': {
        const own = definesTable(withoutOurs(file, found) ?? '', file.table, file.isList);
        if (own !== undefined) return { kind: 'left', path: file.path, why: `it defines ${own} itself` };
        return written(file, found, (base) => insertBlock(base, file.lines));
      }
    }
  });
}

function written(file: SettingsFile, found: FoundFile, insert: (base: string) => [string, Edit[]]): Outcome {
  const { path } = file;
  const base = withoutOurs(file, found);
  const [after, edits] = insert(base ?? '');
  if (after === found.text) return { kind: 'same', path };
  const before = found.text === undefined ? {} : { before: found.text };
  return { kind: 'write', path, ...before, after, undos: edits.map(undoOf), created: base === undefined };
}

/** Decides how our entries get out of a file again. Touches nothing. */
export function planUninstallFile(file: SettingsFile, found: FoundFile): FilePlan {
  const { path } = file;
  const { text } = found;
  return naming(file, () => {
    if (text === undefined) return { kind: 'same', path };
    if (file.form === 'text' && !text.includes(OWN_FILE)) return { kind: 'same', path };
    const base = withoutOurs(file, found);
    if (base === undefined) return { kind: 'remove', path, before: text };
    if (base === text) return { kind: 'same', path };
    return { kind: 'write', path, before: text, after: base, undos: [], created: false };
  });
}

/** The file as it would be without us; undefined when it would not be. */
function withoutOurs(file: SettingsFile, { text, receipt }: FoundFile): string | undefined {
  if (text === undefined) return undefined;
  const untouched = receipt !== undefined && receipt.digest === digestOf(text);
  if (untouched) return receipt.created ? undefined : undoEdits(text, receipt.undos);
  if (file.form === 'text') return text.includes(OWN_FILE) ? undefined : text;
  const rest = file.form === 'json' ? withoutJson(text, file) : withoutBlock(text);
  const empty = file.form === 'json' ? /^\s*\{\s*\}\s*$/.test(rest) : rest.trim() === '';
  return empty && receipt?.created ? undefined : rest;
}

function withoutJson(text: string, { within }: JsonFile): string {
  return text.trim() === '' ? text : withoutOwnEntries(text, within);
}

function isInstalled(text: string, { insertions, within }: JsonFile): boolean {
  return text.trim() !== '' && holdsExactly(text, insertions, within);
}

function planText(file: Extract<SettingsFile, { form: 'text' }>, { text }: FoundFile): Outcome {
  const { path } = file;
  if (text === file.text) return { kind: 'same', path };
  if (text !== undefined && !text.includes(OWN_FILE)) return { kind: 'left', path, why: 'it is not ours' };
  const before = text === undefined ? {} : { before: text };
  return { kind: 'write', path, ...before, after: file.text, undos: [], created: true };
}

function insertAll(base: string, insertions: readonly Insertion[]): [string, Edit[]] {
  const edits: Edit[] = [];
  let text = base;
  const apply = (edit: Edit) => {
    edits.push(edit);
    text = applyEdit(text, edit);
  };
  if (text.trim() === '') apply({ at: 0, removed: text, inserted: '{}\n' });
  if (parseJsonText(text).kind !== 'object') throw new Failure('fatal', 'the document is not an object');
  for (const insertion of insertions) {
    if (insertion.kind === 'member' && isThere(parseJsonText(text).value, insertion)) continue;
    const edit = insertionEdit(text, insertion);
    if (edit === undefined)
      throw new Failure('fatal', `${insertion.path.join('.')} cannot be added: something of yours stands in its place`);
    apply(edit);
  }
  return [text, edits];
}

function insertBlock(base: string, lines: readonly string[]): [string, Edit[]] {
  const edit = blockEdit(base, lines);
  return [applyEdit(base, edit), [edit]];
}

function naming(file: SettingsFile, plan: () => Outcome): FilePlan {
  const { path } = file;
  try {
    return { ...plan(), ...withinOf(file) };
  } catch (cause) {
    throw new Failure('fatal', `${path}: ${describeError(cause)}`, { hint: 'Nothing was written.', cause });
  }
}

function withinOf(file: SettingsFile): Pick<JsonFile, 'within'> {
  return file.form === 'json' && file.within !== undefined ? { within: file.within } : {};
}
