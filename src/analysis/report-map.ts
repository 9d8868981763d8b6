import { cutWords, plainLine, subjectWords } from './sentences.ts';
import { nearPath } from './session-view.ts';

/** What a report says of one place: a file, or lines of it, with what is there. */
export interface MappedPlace {
  /** The file, as it is seen from the session's directory. */
  readonly path: string;
  readonly text: string;
  /** So many names stand as code in it. */
  readonly names: number;
  /** It only says what the file is. */
  readonly isFile: boolean;
}

interface Unit {
  readonly path: string;
  readonly title: string;
  readonly parts: string[];
}

const HASHED = /^#{1,6}\s+(\S.*)$/;
/** `**Header** (lines 6-14):`, `**Key observations:**`; what goes on in its line is a part. */
const BOLD =
  /^(?:\d{1,2}[.)]\s+|[-*+]\s+(?=\*\*[^*]+\*\*(?: \([^()]*\))?:?\s*$))?\*\*([^*]{2,90})\*\*((?: ?\([^()]{2,90}\))?):?\s*(.*)$/;
const ITEM = /^(\s*)(?:[-*+•]|\d{1,2}[.)])\s+(\S.*)$/;
const PATH = /(?:^|[\s(`])((?:[\w@.~-]*\/)*[\w@.[\]-]+\.[a-z]{1,5})(?=$|[\s)`,:;])/i;
const LINES = /\blines? (\d{1,6}(?:\s?[-–]\s?\d{1,6})?)\b/i;
const CODE = /^`[^`]+`/;
const MIN_NAMES = 2;
/** `Test code` names lines and says nothing of them. */
const MIN_WORDS = 3;
/** A remark that says of itself that it is about something else. */
const BESIDE =
  /\b(?:however|but|though),? (?:this|that|it) (?:is|was|only \w+)\b[^.;]{0,100}\bnot (?:the|a|an|what|for)\b/i;

/** The places that a report of somebody who looked around tells of, in its order. */
export function mappedPlaces(report: string, directory: string, length: number): MappedPlace[] {
  return unitsOf(report).flatMap(({ path, title, parts }) => {
    const file = nearPath(path, directory);
    const lines = LINES.exec(title)?.[1]?.replace(/\s/g, '');
    const name = nameIn(title);
    const told = parts.join('; ').replaceAll(':; ', ': ').replaceAll(`${directory}/`, '');
    const names = (`${title} ${told}`.match(/`[^`]+`/g) ?? []).length;
    const isTold = told !== '' && names >= (CODE.test(name) ? 1 : MIN_NAMES);
    if (file === '' || !(isTold || isNamed(title, told)) || BESIDE.test(told)) return [];
    const isFile = lines === undefined && isNameOf(name, file);
    const where = lines === undefined ? file : `${file}:${lines}`;
    const label = isFile ? where : `${where} ${name}`;
    return [{ path: file, names, isFile, text: cutWords(told === '' ? label : `${label}: ${told}`, length) }];
  });
}

/** Whether a title names lines with what is in them. */
function isNamed(title: string, told: string): boolean {
  const name = nameIn(title);
  if (!LINES.test(title)) return false;
  return told !== '' || name.includes('`') || subjectWords(name).size >= MIN_WORDS;
}

/** `store.ts`, `src/store.ts`, `Store` */
function isNameOf(name: string, file: string): boolean {
  const stem = (text: string) =>
    text
      .replace(/`/g, '')
      .replace(/^.*\//, '')
      .replace(/\.\w+$/, '')
      .toLowerCase();
  return stem(name) === stem(file);
}

function nameIn(title: string): string {
  return title
    .replace(/\s*\([^()]*\)/g, '')
    .replace(/^(?:\d+|[A-Z])\.\s*/, '')
    .replace(/[:\s]+$/, '');
}

/** A heading that names a file holds for those below it, until the next of its kind. */
function unitsOf(report: string): Unit[] {
  const units: Unit[] = [];
  let path = '';
  const open = (title: string, rest = '') => {
    path = PATH.exec(title)?.[1] ?? path;
    // Lines that only code was quoted from are where the next words belong.
    const before = units.at(-1);
    const isBare = before?.parts.length === 0 && before.path === path && LINES.test(before.title) && !LINES.test(title);
    const unit = { path, title: isBare ? before.title : plainLine(title), parts: rest === '' ? [] : [plainLine(rest)] };
    units.splice(isBare ? -1 : units.length, isBare ? 1 : 0, unit);
  };
  for (const line of report.replace(/```[\s\S]*?(?:```|$)/g, '\n').split('\n')) {
    const hashed = HASHED.exec(line)?.[1];
    const [, bold, brackets = '', rest = ''] = hashed === undefined ? (BOLD.exec(line) ?? []) : [];
    if (hashed !== undefined) {
      path = '';
      open(hashed);
    } else if (bold !== undefined) open(`${bold}${brackets}`, rest);
    else addTo(units.at(-1), line);
  }
  return units;
}

function addTo(unit: Unit | undefined, line: string): void {
  const [, , item] = ITEM.exec(line) ?? [];
  const said = plainLine(item ?? line).replace(/[.:]+$/, '');
  if (unit !== undefined && /\w/.test(said)) unit.parts.push(said);
}
