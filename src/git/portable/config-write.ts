import { statSync } from 'node:fs';
import { Failure } from '../../core/failure.ts';
import type { World } from '../../core/world.ts';
import { FileLock } from '../files/file-lock.ts';
import { readIfThere } from '../files/read-if-there.ts';
import { parseConfig } from './config-parse.ts';
import { globalFiles } from './config-reader.ts';

/** Replaces all values of a key in one file of git's configuration; every other line stays as it is. */
export function writeConfigFile(path: string, key: string, values: readonly string[]): void {
  const lock = FileLock.take(path);
  if (lock === undefined) {
    throw new Failure('fatal', `another process is writing ${path}`, { hint: `If none is, remove ${path}.lock.` });
  }
  try {
    // A character a byte: the file may be written in any encoding.
    const before = readIfThere(path)?.toString('latin1') ?? '';
    const after = replaceKey(before, bytesOf(key), values.map(bytesOf));
    if (after !== before) lock.commit(Buffer.from(after, 'latin1'));
  } finally {
    lock.release();
  }
}

function bytesOf(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** The file of the user's configuration that git writes to: the one in the home folder, unless only the other one is there. */
export function userFileToWrite(env: World['env']): string {
  const files = globalFiles(env);
  const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  return files.toReversed().find(isFile) ?? files.at(-1) ?? '';
}

/** The text of a configuration file with exactly these values of a key. */
function replaceKey(text: string, key: string, values: readonly string[]): string {
  const last = key.lastIndexOf('.');
  const section = sectionHeader(key.slice(0, last));
  const name = key.slice(last + 1);
  const lines = withSections(text).filter(
    (line) => line.isHeader || line.section !== section.id || nameIn(line.text) !== name.toLowerCase(),
  );
  const kept = lines.map((line) => line.text);
  const added = values.map((value) => `\t${name} = ${quoted(value)}\n`);
  const end = lines.findLastIndex((line) => line.section === section.id && line.text.trim() !== '');
  if (added.length === 0) return kept.join('');
  if (kept.length > 0 && !kept.at(-1)?.endsWith('\n')) kept.push(`${kept.pop() ?? ''}\n`);
  if (end >= 0) kept.splice(end + 1, 0, ...added);
  else kept.push(`${section.text}\n`, ...added);
  return kept.join('');
}

interface Line {
  readonly text: string;
  readonly section: string;
  readonly isHeader: boolean;
}

function withSections(text: string): Line[] {
  let section = '';
  return logicalLines(text).map((line) => {
    const header = /^\s*\[/.test(line) ? parseSectionOf(line) : undefined;
    section = header ?? section;
    return { text: line, section, isHeader: header !== undefined };
  });
}

// A value goes on in the next line after a backslash.
function logicalLines(text: string): string[] {
  const lines: string[] = [];
  for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    const previous = lines.at(-1);
    if (previous !== undefined && /(^|[^\\])(\\\\)*\\\r?\n$/.test(previous)) lines[lines.length - 1] = previous + line;
    else lines.push(line);
  }
  return lines;
}

function sectionHeader(name: string): { readonly id: string; readonly text: string } {
  const dot = name.indexOf('.');
  if (dot < 0) return { id: name.toLowerCase(), text: `[${name}]` };
  const subsection = name.slice(dot + 1).replace(/["\\]/g, '\\$&');
  return {
    id: `${name.slice(0, dot).toLowerCase()}${name.slice(dot)}`,
    text: `[${name.slice(0, dot)} "${subsection}"]`,
  };
}

function parseSectionOf(line: string): string | undefined {
  // A name in quotes may hold brackets, as an address does.
  const header = /^\s*\[[^\]"]*(?:"(?:\\.|[^"\\])*")?\s*\]/.exec(line)?.[0] ?? line;
  const [probe] = parseConfig(`${header}\nprobe = 1\n`, 'config');
  return probe?.key.replace(/\.probe$/, '');
}

function nameIn(line: string): string | undefined {
  return /^\s*([A-Za-z][A-Za-z0-9-]*)/.exec(line)?.[1]?.toLowerCase();
}

function quoted(value: string): string {
  const escaped = value.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
  return /^\s|\s$|[#;]/.test(value) ? `"${escaped}"` : escaped;
}
