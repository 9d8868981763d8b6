import type { FileThen } from './files-then.ts';
import { entriesOf } from './pack-sections.ts';

/** ‘adds X’ as a pack says it of a file, and whether the two states of the file bear it out. */
export interface SymbolClaim {
  readonly verb: 'adds' | 'removes' | 'changes';
  readonly text: string;
  readonly isTrue: boolean;
}

const FILE = /^(.+?) \((?:added|created|modified|deleted|renamed|type changed|edited)[^)]*\): (.+)$/;
const KEYWORD =
  '(?:function|func|class|def|const|let|var|type|interface|struct|enum|trait|impl|fn|mod|module|namespace|record|package|static|public|private|protected|internal|export|async|val|object|message|service|describe|it|test|case|property|field|id|name|target|rule|table|view|procedure|trigger|FROM|ENV|ARG)';

export function symbolClaims(pack: string, files: readonly FileThen[]): SymbolClaim[] {
  return entriesOf(pack, 'files').flatMap((entry) => {
    const [, path = '', remark = ''] = FILE.exec(entry) ?? [];
    const file = files.find((one) => one.path === path);
    return file === undefined ? [] : claimsIn(remark).map((claim) => judge(claim, file));
  });
}

interface Claim {
  readonly verb: SymbolClaim['verb'];
  readonly name: string;
}

function claimsIn(remark: string): Claim[] {
  return remark.split('; ').flatMap((clause) => {
    const [, verb, names = ''] = /^(adds|removes|changes) (.+)$/.exec(clause.trim()) ?? [];
    if (verb === undefined) return [];
    return (
      names
        .replace(/ and \d+(?: more|…| m\w*…)$|,…$/, '')
        // A heading may have a comma in brackets.
        .split(/, (?![^(]*\))/)
        .map((name) => ({ verb: verb as Claim['verb'], name: name.trim() }))
        .filter(({ name }) => name !== '')
    );
  });
}

function judge({ verb, name }: Claim, { path, before = '', after = '' }: FileThen): SymbolClaim {
  const [old, now] = [declarations(before, name), declarations(after, name)];
  const isTrue = {
    adds: now.length > 0 && old.length < now.length,
    removes: old.length > 0 && now.length < old.length,
    changes: old.length > 0 && now.length > 0 && now.some((block) => !old.includes(block)),
  }[verb];
  return { verb, text: `${path}: ${verb} ${name}`, isTrue };
}

/** The blocks that a line which declares the name begins, each up to the next line that is no deeper. */
function declarations(text: string, name: string): string[] {
  const lines = text.split('\n');
  const isCut = name.endsWith('…');
  const bare = (name.split(/\.(?=\w+…?$)/).at(-1) ?? name).replace(/…$/, '').replace(/[\\^$*+?.()|[\]{}]/g, '\\$&');
  const end = isCut ? '' : '(?![\\w-])';
  const declares = new RegExp(
    `^\\s*#+\\s+${bare}|${KEYWORD}\\b.*?(?<![\\w-])${bare}${end}|^\\s*["'\`*&]*(?:\\w+\\.)*${bare}${end}["'\`]*\\s*(?:[:=({<?]|$)`,
    'u',
  );
  return lines.flatMap((line, at) => (declares.test(line) ? [blockAt(lines, at)] : []));
}

function blockAt(lines: readonly string[], at: number): string {
  const depth = (line: string) => /^\s*/.exec(line)?.[0].length ?? 0;
  const first = lines[at] ?? '';
  const heading = /^\s*(#+)\s/.exec(first)?.[1];
  const ends = (line: string) =>
    heading === undefined
      ? line.trim() !== '' && depth(line) <= depth(first) && !/^\s*[)\]}]/.test(line)
      : line.startsWith('#') && (/^#+/.exec(line)?.[0].length ?? 0) <= heading.length;
  const next = lines.findIndex((line, index) => index > at && ends(line));
  return lines
    .slice(at, next < 0 ? undefined : next)
    .join('\n')
    .trim();
}
