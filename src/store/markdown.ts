import { analysisFields, type ListField, type TextField } from '../core/analysis-fields.ts';
import { defined } from '../core/defined.ts';
import { describeChange } from '../core/describe-change.ts';
import { Failure, type FailureDetails } from '../core/failure.ts';
import { type Analysis, type Artifact, artifactStatuses, emptyAnalysis } from '../core/note.ts';

/** Checkpoint Format 1.0.0: a document for people and other tools. */
export interface MarkdownCheckpoint {
  readonly checkpoint: string;
  readonly created: string;
  readonly anchor?: string;
  readonly analysis: Analysis;
}

/** The whole document, with its front matter. */
export function renderMarkdown(document: MarkdownCheckpoint): string {
  const anchor = document.anchor === undefined ? '' : `anchor: ${quoted(document.anchor)}\n`;
  const front = `---\ncheckpoint: ${quoted(document.checkpoint)}\ncreated: ${document.created}\n${anchor}---\n`;
  return `${front}\n${renderSections(document.analysis)}`;
}

function quoted(value: string): string {
  return /^[A-Za-z0-9][\w./+ -]*$/.test(value) && value.trim() === value ? value : JSON.stringify(value);
}

/** What must survive, as commit messages carry it: the fields that say something, without the files that git lists itself. */
export function renderMustKeep(analysis: Analysis): string {
  const telling = sections().filter(({ field }) => field.mustKeep && !isEmpty(field, analysis));
  return telling.map((section) => `${renderSection(section, analysis).trimEnd()}\n\n`).join('');
}

/** Where in a commit message the fields begin that must survive; its end when none does. */
export function startOfMustKeep(message: string): number {
  const headings = sections().flatMap(({ field, heading }) => (field.mustKeep ? [heading] : []));
  const starts = headings.map((heading) => message.indexOf(`\n${heading}\n`)).filter((at) => at >= 0);
  return Math.min(...starts, message.length);
}

interface Section {
  readonly field: (typeof analysisFields)[number];
  readonly title: string;
  readonly heading: string;
  readonly isOptional: boolean;
}

/** The fields that have a section of their own. */
function sections(): Section[] {
  return analysisFields.flatMap((field): Section[] => {
    const { markdown } = field;
    if (markdown === undefined || !('level' in markdown)) return [];
    const title = markdown.title ?? field.title.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
    const heading = `${'#'.repeat(markdown.level)} ${title}`;
    return [{ field, title, heading, isOptional: markdown.optional === true }];
  });
}

/** The fields whose items stand in the section of another, each behind its label. */
function guestsOf(name: string) {
  return analysisFields.flatMap(({ markdown, ...guest }) =>
    markdown !== undefined && 'within' in markdown && markdown.within === name
      ? [{ ...guest, label: markdown.label }]
      : [],
  );
}

/** The body alone. */
function renderSections(analysis: Analysis): string {
  const parts = sections()
    .filter(({ field, isOptional }) => !isOptional || !isEmpty(field, analysis))
    .map((section) => renderSection(section, analysis));
  const essential = parts.findIndex((part) => part.startsWith('### '));
  return parts.toSpliced(essential, 0, '## Essential Information\n').join('\n');
}

function renderSection({ field, heading }: Section, analysis: Analysis): string {
  const { name, kind } = field;
  if (kind === 'artifacts') return `${heading}\n\n${table(analysis.artifacts)}`;
  if (kind === 'text') return `${heading}\n${paragraph(analysis[name as TextField])}`;
  return `${heading}\n${list(itemsOf(name, analysis))}`;
}

/** A text among the items comes first, as what the others are about; lists follow. */
function itemsOf(name: string, analysis: Analysis): string[] {
  const labelled = guestsOf(name).map((guest) => ({
    isText: guest.kind === 'text',
    items: textsOf(guest.name, analysis).map((item) => `${guest.label}${item}`),
  }));
  const first = labelled.flatMap(({ isText, items }) => (isText ? items : []));
  const last = labelled.flatMap(({ isText, items }) => (isText ? [] : items));
  return [...first, ...textsOf(name, analysis), ...last];
}

function textsOf(name: string, analysis: Analysis): string[] {
  const value = analysis[name as TextField | ListField];
  return (typeof value === 'string' ? [value] : [...value]).filter((item) => item.trim() !== '');
}

function isEmpty({ name, kind }: Section['field'], analysis: Analysis): boolean {
  return kind === 'artifacts' ? analysis.artifacts.length === 0 : itemsOf(name, analysis).length === 0;
}

// A line of content must not look like a heading.
function guarded(line: string): string {
  return line.replace(/^(\s*)(\\*#)/, '$1\\$2');
}

function unguarded(line: string): string {
  return line.replace(/^(\s*)\\(\\*#)/, '$1$2');
}

function paragraph(text: string): string {
  const lines = text
    .trim()
    .split('\n')
    .map((line) => guarded(line.trimEnd()));
  return text.trim() === '' ? 'None\n' : `${lines.join('\n')}\n`;
}

function list(items: readonly string[]): string {
  const full = items
    .map((item) => item.split('\n').filter((line) => line.trim() !== ''))
    .filter((lines) => lines.length > 0);
  if (full.length === 0) return '- None\n';
  return full.map((lines) => `- ${lines.map((line) => guarded(line.trim())).join('\n  ')}\n`).join('');
}

function table(artifacts: readonly Artifact[]): string {
  const rows = artifacts.map(
    (artifact) =>
      `| ${cellOf(artifact.path)} | ${artifact.status} | ${escapeCell(oneLine(describeChange(artifact)))} |\n`,
  );
  return `| File | Status | Key Change |\n|------|--------|------------|\n${rows.join('')}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function cellOf(path: string): string {
  return /[`\\\n|"]|[\ud800-\udfff]|^\s|\s$/.test(path) ? escapeCell(JSON.stringify(path)) : `\`${path}\``;
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|');
}

/** Reads a document; a missing section or a bad field is a failure that names it. */
export function parseMarkdown(text: string): MarkdownCheckpoint {
  const front = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/.exec(text);
  if (!front) throw bad('has no front matter', { hint: 'It begins with `---`, `checkpoint:`, `created:`, `---`.' });
  const header = new Map((front[1] ?? '').split(/\r?\n/).map((line) => headerPair(line)));
  const created = header.get('created');
  const checkpoint = header.get('checkpoint');
  if (checkpoint === undefined) throw bad("lacks the field 'checkpoint'");
  if (created === undefined) throw bad("lacks the field 'created'");
  if (Number.isNaN(Date.parse(created)))
    throw bad(`has a bad 'created': '${created}'`, { hint: 'Use an ISO 8601 time.' });
  const anchor = header.get('anchor');
  const analysis = parseSections(text.slice(front[0].length), { strict: true });
  return defined({ checkpoint, created, anchor, analysis });
}

function headerPair(line: string): [string, string] {
  const found = /^(\w+):\s*([\s\S]*?)\s*$/.exec(line);
  if (!found) throw bad(`has a bad line in its front matter: '${line}'`);
  return [found[1] ?? '', unquoted(found[2] ?? '')];
}

/** A text that needs quotes has them as in JSON. */
function unquoted(text: string): string {
  if (!text.startsWith('"')) return text;
  try {
    return String(JSON.parse(text));
  } catch (cause) {
    throw bad(`has a text with quotes that do not fit: '${text}'`, { cause });
  }
}

function bad(what: string, details: FailureDetails = {}): Failure {
  return new Failure('usage', `the checkpoint document ${what}`, details);
}

/** Reads the body. Strict wants every required section; otherwise what is missing is empty. */
export function parseSections(text: string, { strict }: { readonly strict: boolean }): Analysis {
  const known = sections();
  const found = splitSections(text, new Set(known.map(({ title }) => title)));
  const missing = known.find(({ title, isOptional }) => !isOptional && !found.has(title));
  if (strict && missing !== undefined) throw bad(`lacks the section '${missing.title}'`);
  const parsed = known.flatMap(({ field, title }) => parseSection(field, found.get(title) ?? []));
  return { ...emptyAnalysis, ...Object.fromEntries(parsed), source: 'user' };
}

/** The field of a section, and those whose items stand in it. */
function parseSection({ name, kind }: Section['field'], lines: readonly string[]): [string, unknown][] {
  if (kind === 'artifacts') return [[name, parseTable(lines)]];
  if (kind === 'text') return [[name, parseParagraph(lines)]];
  let own = parseItems(lines);
  const guests = guestsOf(name).map((guest): [string, unknown] => {
    const [labelled, others] = takePrefixed(own, guest.label);
    own = others;
    const items = labelled.filter((item) => !/^none\.?$/i.test(item));
    return [guest.name, guest.kind === 'text' ? items.join('; ') : items];
  });
  return [[name, own], ...guests];
}

function splitSections(text: string, known: ReadonlySet<string>): Map<string, string[]> {
  const found = new Map<string, string[]>();
  let current: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const title = /^#{2,3} (.+?)\s*$/.exec(line)?.[1];
    if (title === undefined) current.push(line);
    else if (known.has(title) && !found.has(title)) found.set(title, (current = []));
    else if (known.has(title)) throw bad(`has the section '${title}' twice`);
    else current = [];
  }
  return found;
}

function parseParagraph(lines: readonly string[]): string {
  const text = lines
    .map((line) => unguarded(line.trimEnd()))
    .join('\n')
    .trim();
  return text === 'None' ? '' : text;
}

function parseItems(lines: readonly string[]): string[] {
  const items: string[] = [];
  for (const line of lines) {
    const item = /^[-*] ([\s\S]*)$/.exec(line)?.[1];
    if (item !== undefined) items.push(unguarded(item.trim()));
    else if (line.trim() === '') continue;
    else if (/^\s/.test(line) && items.length > 0) items[items.length - 1] += `\n${unguarded(line.trim())}`;
    else items.push(unguarded(line.trim()));
  }
  return items.map((item) => item.trim()).filter((item) => item !== '' && item !== 'None');
}

function takePrefixed(items: readonly string[], prefix: string): [string[], string[]] {
  const taken = items.filter((item) => item.startsWith(prefix)).map((item) => item.slice(prefix.length).trim());
  return [taken, items.filter((item) => !item.startsWith(prefix))];
}

function parseTable(lines: readonly string[]): Artifact[] {
  const rows = lines.filter((line) => line.trim().startsWith('|')).slice(2);
  return rows.map((row) => {
    const cells = row
      .trim()
      .replace(/^\|/, '')
      .replace(/\|$/, '')
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll('\\|', '|'));
    const [path = '', status = '', change = ''] = cells;
    const known = artifactStatuses.find((name) => name === status.toLowerCase());
    if (known === undefined)
      throw bad(`has a bad status in its artifact trail: '${status}'`, {
        hint: `Use one of ${artifactStatuses.join(', ')}.`,
      });
    return { path: parsePath(path), status: known, change: oneLine(change) };
  });
}

function parsePath(cell: string): string {
  return cell.startsWith('"') ? unquoted(cell) : cell.replace(/^`|`$/g, '');
}
