import { editTargets, patchText } from './paths-of.ts';
import { type Raw, type RawCall, type RawSession, string } from './raw-event.ts';

/** A file of the session before it was touched and at the moment of the cut. */
export interface FileThen {
  readonly path: string;
  before: string | undefined;
  after: string | undefined;
}

/** The files as they were, as far as the transcript shows them; only those inside the working directory. */
export function filesThen({ events, cwd }: RawSession): FileThen[] {
  const files = new Map<string, FileThen>();
  for (const event of events) {
    if (event.kind !== 'call' || event.call.failed) continue;
    for (const target of editTargets(event.call)) {
      const path = insidePath(cwd, target);
      if (path === undefined) continue;
      const file = files.get(path) ?? { path, before: undefined, after: undefined };
      if (!files.has(path)) files.set(path, file);
      applyEdit(file, event.call, target);
    }
  }
  return [...files.values()];
}

function insidePath(cwd: string, path: string): string | undefined {
  const inside = cwd !== '' && path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;
  const names = inside.replace(/^\.\//, '').split('/');
  return inside === '' ||
    inside.startsWith('/') ||
    names.some((name) => name === '' || name === '..' || name === '.git')
    ? undefined
    : names.join('/');
}

function applyEdit(file: FileThen, call: RawCall, target: string): void {
  const { input, detail } = call;
  const original = typeof detail['originalFile'] === 'string' ? detail['originalFile'] : undefined;
  if (typeof input['content'] === 'string') {
    if (file.after === undefined) file.before = original;
    file.after = input['content'];
  } else if (patchText(call) !== '') applyPatch(file, patchText(call), target);
  else applyReplacement(file, input, original);
}

/** Where the whole file was never seen, its known pieces stand for it. */
function applyReplacement(file: FileThen, input: Raw, original: string | undefined): void {
  const [oldText, newText] = [string(input['old_string']), string(input['new_string'])];
  if (file.after === undefined) file.before = original ?? `${oldText}\n`;
  const current = original ?? file.after ?? file.before ?? '';
  if (current.includes(oldText))
    file.after =
      input['replace_all'] === true ? current.replaceAll(oldText, newText) : current.replace(oldText, () => newText);
  else {
    file.before = `${file.before ?? ''}${oldText}\n`;
    file.after = `${current}${newText}\n`;
  }
}

function applyPatch(file: FileThen, patch: string, target: string): void {
  const section =
    patch
      .split(/^(?=\*\*\* (?:Add|Update|Delete) File: )/m)
      .find((part) => part.split('\n')[0]?.endsWith(`File: ${target}`)) ?? '';
  const lines = section
    .split('\n')
    .slice(1)
    .filter((line) => !line.startsWith('***') && !line.startsWith('@@'));
  const side = (signs: string) =>
    lines
      .filter((line) => signs.includes(line[0] ?? ' '))
      .map((line) => line.slice(1))
      .join('\n');
  if (section.startsWith('*** Delete')) file.after = undefined;
  else if (section.startsWith('*** Add')) file.after = side('+');
  else {
    const [oldText, newText] = [side(' -'), side(' +')];
    file.before = file.after === undefined ? `${oldText}\n` : file.before;
    file.after = (file.after ?? `${oldText}\n`).replace(oldText, () => newText);
  }
}
