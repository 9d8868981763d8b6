import { oncePerText } from './once-per.ts';
import { replaceData } from './pasted-data.ts';

export { subjectWords } from '../core/subject-words.ts';

const ABBREVIATION = /(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|no|fig)|^\s*\(?\d{1,3}|(?<!['’])\b[A-Z])\.$/i;
const BOUNDARY = /[.!?…]["')\]*_`]{0,3}\s+|[。！？](?=.)/g;

/** `Read the guide, then` goes on in the next line. */
const UNENDED = /(?<=[ \t](?:then|and|or))[ \t]*\r?\n[ \t]{0,8}(?=[\p{L}`(])/giu;

/** Splits prose into sentences. A line ends one, unless the next goes on in lower case; rules and tables are left out. */
export const splitSentences = oncePerText(sentencesIn);

function sentencesIn(text: string): readonly string[] {
  return text
    .replace(UNENDED, ' ')
    .replace(/([^\s.!?:;|])\r?\n[ \t]{0,8}(?=[\p{Ll}(`])/gu, '$1 ')
    .split(/\r?\n/)
    .filter((line) => !/^\s*(?:[-*_=]{3,}|\|.*\||```\w*)\s*$/.test(line))
    .flatMap((line) => splitLine(plainLine(line)));
}

function splitLine(line: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  // `go test ./... -run X` is one word of the sentence that names it.
  const code = [...line.matchAll(/`[^`]*`/g)].map(({ index, 0: { length } }) => [index, index + length - 1] as const);
  for (const match of line.matchAll(BOUNDARY)) {
    if (code.some(([from, to]) => match.index >= from && match.index < to)) continue;
    const piece = line.slice(start, match.index + match[0].length).trim();
    if (ABBREVIATION.test(line.slice(Math.max(0, match.index - 12), match.index + 1))) continue;
    sentences.push(piece);
    start = match.index + match[0].length;
  }
  const rest = line.slice(start).trim();
  return rest === '' ? sentences : [...sentences, rest];
}

/** Code, or marks around words: the stars of a glob or a power, and the bars of `__init__`, belong to a name. */
const CODE_OR_MARKED = /`[^`]*`|(?<![\w/*])(\*{2,3}|~~)(?=[^\s*/])(.{1,300}?)(?<=[^\s*/])\1(?![\w/*]|\.\w)/g;

/** A line without the marks of Markdown; code stays as it is. */
export function plainLine(line: string): string {
  return line
    .replace(/^\s{0,8}(?:#{1,6}\s+|>\s?|[-*+•]\s+(?:\[[ xX]\]\s+)?)/, '')
    .replace(/!?\[([^\]]{1,300})\]\(([^)\s]{0,500})\)/g, (_, words: string, target: string) => linkWords(words, target))
    .replace(CODE_OR_MARKED, (whole, mark, words) => (mark === undefined ? whole : words))
    .replace(/\s+/g, ' ')
    .trim();
}

/** A link to a line of a file says where to look: `[main.go](cmd/web/main.go#L12)` → `cmd/web/main.go:12`. */
function linkWords(words: string, target: string): string {
  const [, path = '', hash, colon] = /^(?!\w+:)([\w@./-]+\.\w{1,5})(?:#L(\d+)[^)]*|:(\d+))?$/.exec(target) ?? [];
  if (path === '' || !path.endsWith(words.replace(/[`*]|[:#]L?\d.*$/g, ''))) return words;
  const line = hash ?? colon;
  return line === undefined ? path : `${path}:${line}`;
}

/** Cuts at a word, and says so with an ellipsis. */
export function cutWords(text: string, limit: number): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  if (flat.length <= limit) return flat;
  const room = flat.slice(0, limit - 1);
  const space = room.lastIndexOf(' ');
  const cut = space > limit * 0.6 ? room.slice(0, space) : room;
  return `${wholeCharacters(cut).replace(/[\s,;:.(–—-]+$/, '')}…`;
}

/** A cut may not leave half of a pair, nor half of a redaction mark that reads like the rest of a secret. */
function wholeCharacters(text: string): string {
  return text.replace(/[\ud800-\udbff]$/, '').replace(/\[REDACTED[^\]]*$/, '[REDACTED…');
}

/** As many whole sentences from the start as fit; at least the beginning of the first. */
export function firstSentences(text: string, limit: number): string {
  let gist = '';
  for (const sentence of splitSentences(text)) {
    const longer = gist === '' ? sentence : joinSentences(gist, sentence);
    if (longer.length > limit) break;
    gist = longer;
  }
  if (gist === '') return cutWords(splitSentences(text)[0] ?? '', limit);
  const rest = splitSentences(text).reduce(joinSentences).slice(gist.length).trim();
  if (!/[.!?] /.test(gist) && gist.endsWith(':') && rest !== '') return cutWords(`${gist} ${rest}`, limit);
  // A label whose list did not fit says nothing.
  return gist.replace(/(?<=[.!?]) [^.!?]{1,60}:$/, '');
}

/** Chinese and Japanese put no space behind a full stop. */
function joinSentences(before: string, after: string): string {
  return `${before}${/[。！？]$/.test(before) ? '' : ' '}${after}`;
}

/** Blocks of text that were pasted and not typed: fenced code, quotations, tags, traces. */
export const withoutPastes = oncePerText(typedPart);

function typedPart(text: string): string {
  return replaceData(text, () => '')
    .replace(/```[\s\S]*?(?:```|$)/g, '\n')
    .replace(/<([a-z][\w-]{0,40})>[\s\S]{0,20000}?<\/\1>/g, '\n')
    .replace(/\[(?:image|Image|Pasted text)[^\]]{0,80}\]/g, '')
    .split('\n')
    .filter((line) => !isPastedLine(line))
    .join('\n')
    .trim();
}

/** A text without its pastes, unless it is nothing else. */
export function spoken(text: string): string {
  return withoutPastes(text) || text.replace(/^\s*```\w*\s*$/gm, '');
}

function isPastedLine(line: string): boolean {
  return /^\s*(?:>|\+\+\+ |--- |@@ |diff --git|at .{1,200}:\d+|\d{4}-\d\d-\d\d[T ]\d\d:|\[?(?:INFO|DEBUG|WARN|TRACE)\b|\$ )/.test(
    line,
  );
}
