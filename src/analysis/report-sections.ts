import { cutLines } from '../core/cut-lines.ts';
import { flatProse } from './flat-prose.ts';
import { plainLine, subjectWords } from './sentences.ts';
import { isGeneric } from './telling.ts';

const HEADING = /^(?:#{1,6}\s+(\S.*)|\*\*([^*]{2,90})\*\*:?)\s*$/;
/** What it all comes to. */
const CONCLUDES =
  /\b(?:insights?|takeaways?|findings?|conclusions?|recommend\w*|bottom line|root causes?|verdict|key (?:points|facts)|what (?:is|to) (?:wrong|do|missing))\b|^(?:\d+\. )?(?:summary|answer|issues?|problems?|risks?|next steps?)\W*$/i;
const CONCLUDING = 100;
const IN_TITLE = 2;
const MIN_SECTIONS = 3;
/** For what the other sections are called. */
const MAX_NAMES = 220;
const MIN_WORD = 4;

interface Section {
  readonly title: string;
  readonly text: string;
  readonly worth: number;
}

/** A long report in a limit: whole sections, those that conclude and those about what was asked for first; the others by name. */
export function reportSections(report: string, asked: string, limit: number): string {
  const whole = flatProse(report);
  const sections = sectionsOf(report, wordsOf(asked));
  if (whole.length <= limit || sections.length < MIN_SECTIONS) return cutLines(whole, limit);
  const kept = new Set<Section>();
  let room = limit - MAX_NAMES;
  for (const section of sections.toSorted((one, other) => other.worth - one.worth)) {
    if (section.text.length > room) continue;
    kept.add(section);
    room -= section.text.length + 1;
  }
  const others = sections.filter((section) => !kept.has(section) && section.title !== '');
  if (kept.size === 0) return cutLines(whole, limit);
  const names = cutLines(others.map(({ title }) => title).join('; '), MAX_NAMES);
  const told = sections.flatMap((section) => (kept.has(section) ? [section.text] : []));
  return [...told, ...(names === '' ? [] : [`Its other sections: ${names}`])].join('\n');
}

/** A heading with what stands below it; one that heads only other headings says nothing. */
function sectionsOf(report: string, words: readonly string[]): Section[] {
  const raw: { title: string; lines: string[] }[] = [{ title: '', lines: [] }];
  let isCode = false;
  for (const line of report.split('\n')) {
    if (line.trimStart().startsWith('```')) isCode = !isCode;
    const [, hashed, bold] = isCode ? [] : (HEADING.exec(line) ?? []);
    const title = hashed ?? bold;
    if (title === undefined) raw.at(-1)?.lines.push(line);
    else raw.push({ title: plainLine(title).replace(/:$/, ''), lines: [] });
  }
  return raw.slice(1).flatMap(({ title, lines }) => {
    const body = flatProse(lines.join('\n'));
    if (body === '') return [];
    const text = `${title}\n${body}`;
    const common = countIn(text, words) + IN_TITLE * countIn(title, words);
    return [{ title, text, worth: (CONCLUDES.test(title) ? CONCLUDING : 0) + common }];
  });
}

/** How many of the words a text has. */
export function countIn(text: string, words: readonly string[]): number {
  const low = text.toLowerCase();
  return words.filter((word) => low.includes(word)).length;
}

/** What a text has to speak of to be about what was asked for. */
export function wordsOf(asked: string): string[] {
  return [...subjectWords(asked)].filter((word) => word.length >= MIN_WORD && !isGeneric(word));
}
