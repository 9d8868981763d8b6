import { plainLine } from './sentences.ts';

const HEADING = /^(?:#{1,6}\s+(\S.*)|\*\*([^*]{2,90})\*\*:?)\s*$/;
const ITEM = /^\s*(?:[-*+•]|\d{1,2}[.)])\s+(\S.*)$/;
const CODE = /^`([^`]+)`$/;
/** What every file of its kind begins with. */
const IMPORT =
  /^\s*(?:import\b|from \S+ import\b|(?:const|let|var) .{1,80}= require\(|use [\w:]+;|#include\b|package \w)/;
const FENCED = /```\w*\n([\s\S]*?)(?:\n```|$)/g;
/** What the client hands the model around the answer. */
const FRAME = /^(?:Web search results for query: .*|REMINDER: .*)$/gm;
const LINKS = /^Links: \[\{.*$/gm;
const LINK = /"title":"([^"]{1,90})[^"]*","url":"([^"\s]{1,200})"/g;
const MAX_LINKS = 3;

/** An answer from the web in few lines: a list behind its heading, code without its line ends, links at the end. */
export function flatAnswer(text: string): string[] {
  const links = [...text.matchAll(LINK)].slice(0, MAX_LINKS).map(([, title, url]) => `${title} ${url}`);
  const prose = text
    .replace(LINKS, '')
    .replace(FRAME, '')
    .replace(FENCED, (_, code: string) => inOneLine(code));
  const lines = sectionsOf(prose).map(({ title, items }) =>
    [title, listed(items)].filter((part) => part !== '').join(' '),
  );
  return [
    ...lines.filter((line) => !/^[^:]*:$/.test(line)),
    ...(links.length === 0 ? [] : [`Links: ${links.join('; ')}`]),
  ];
}

function inOneLine(code: string): string {
  const lines = code.split('\n').filter((line) => !IMPORT.test(line));
  return lines.join(' ').replace(/\s+/g, ' ').trim();
}

interface Section {
  /** A heading or a sentence. */
  readonly title: string;
  readonly items: string[];
}

function sectionsOf(text: string): Section[] {
  const sections: Section[] = [];
  for (const line of text.split('\n')) {
    const [, hashed, bold] = HEADING.exec(line) ?? [];
    const heading = hashed ?? bold;
    const item = ITEM.exec(line)?.[1];
    if (heading !== undefined) sections.push({ title: `${plainLine(heading).replace(/:$/, '')}:`, items: [] });
    else if (item === undefined && /\w/.test(line)) sections.push({ title: plainLine(line), items: [] });
    else if (item !== undefined && sections.length === 0) sections.push({ title: '', items: [plainLine(item)] });
    else if (item !== undefined) sections.at(-1)?.items.push(plainLine(item));
  }
  return sections;
}

/** `app users list`, `app users get` → `app users`: list, get */
function listed(items: readonly string[]): string {
  const codes = items.flatMap((item) => CODE.exec(item)?.slice(1) ?? []).map((code) => code.split(' '));
  const [first = []] = codes;
  const same = first.findIndex((word, at) => codes.some((words) => words[at] !== word || words.length === at + 1));
  if (codes.length < Math.max(2, items.length) || same <= 0) return items.join('; ');
  return `\`${first.slice(0, same).join(' ')}\`: ${codes.map((words) => words.slice(same).join(' ')).join(', ')}`;
}
