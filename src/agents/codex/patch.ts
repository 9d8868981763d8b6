import type { ToolCall } from '../../core/session.ts';
import { isObject, type JsonObject, textAt } from '../json-value.ts';
import { keptText, LIMITS } from '../kept-text.ts';

/** What an edit does to one file; a moved file has two paths. */
export type FileEdit = Required<Pick<ToolCall, 'paths' | 'change'>>;

const FILE = /^\*\*\* (?:Add File|Update File|Delete File): (.+)$/;
const MOVE = /^\*\*\* Move to: (.+)$/;
const MAX_FILES = 100;

/** Whether a text carries a patch in Codex's own format, given to the tool or to a shell. */
export function hasPatch(text: string): boolean {
  return text.includes('*** Begin Patch');
}

/** The files that a patch touches, each with what is put in place of what in it. */
export function readPatch(text: string): readonly FileEdit[] {
  const files: { paths: string[]; lines: string[] }[] = [];
  for (const line of text.slice(text.indexOf('*** Begin Patch')).split('\n')) {
    const path = FILE.exec(line)?.[1];
    const target = MOVE.exec(line)?.[1];
    const known = files.find((file) => file.paths.includes(path?.trim() ?? ''));
    if (known !== undefined) files.push(...files.splice(files.indexOf(known), 1));
    else if (path !== undefined) files.push({ paths: [path.trim()], lines: [] });
    else if (target !== undefined) files.at(-1)?.paths.push(target.trim());
    else files.at(-1)?.lines.push(line);
  }
  return files.slice(0, MAX_FILES).map(({ paths, lines }) => fileEdit(paths, lines));
}

/** The same from the changes that an event lists by path. */
export function readChanges(changes: JsonObject): readonly FileEdit[] {
  return Object.entries(changes)
    .slice(0, MAX_FILES)
    .map(([path, change]) => {
      const record = isObject(change) ? change : {};
      const [diff, moved] = [textAt(record, 'unified_diff'), textAt(record, 'move_path')];
      const mark = record['type'] === 'delete' ? '-' : '+';
      const whole = textAt(record, 'content').split('\n');
      const lines = diff === '' ? whole.map((line) => `${mark}${line}`) : diff.split('\n');
      return fileEdit(moved === '' ? [path] : [path, moved], lines);
    });
}

function fileEdit(paths: readonly string[], lines: readonly string[]): FileEdit {
  return {
    paths: paths.map((path) => keptText(path, LIMITS.path)),
    change: { removed: marked(lines, '-'), added: marked(lines, '+') },
  };
}

function marked(lines: readonly string[], mark: string): string {
  const own = lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(1));
  return keptText(own.join('\n'), LIMITS.change);
}
