import { defined } from '../core/defined.ts';
import { Failure, type FailureDetails } from '../core/failure.ts';
import { type Analysis, type Artifact, artifactStatuses, emptyAnalysis } from '../core/note.ts';
import { oneLine } from './markdown.ts';
import { guestsOf, type MarkdownCheckpoint, type Section, sections } from './markdown-sections.ts';
import { splitSections } from './split-sections.ts';

/** Reads a document; a missing section or a bad field is a failure that names it. */
export function parseMarkdown(text: string): MarkdownCheckpoint {
  const front = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/.exec(text);
  if (!front)
    throw bad("has no front matter: its first line is not '---'", {
      hint: 'It begins with `---`, `checkpoint: ID`, `created: TIME`, `---`.',
    });
  const header = new Map((front[1] ?? '').split(/\r?\n/).map((line) => headerPair(line)));
  const created = header.get('created');
  const checkpoint = header.get('checkpoint');
  if (checkpoint === undefined) throw bad("lacks the field 'checkpoint'");
  if (created === undefined) throw bad("lacks the field 'created'");
  if (Number.isNaN(Date.parse(created)))
    throw bad(`has a bad 'created': '${created}'`, { hint: 'Use an ISO 8601 time.' });
  const anchor = header.get('anchor');
  const body = text.slice(front[0].length);
  const { others, opening } = splitSections(body, titlesOf(sections()));
  const kept = opening === '' ? others : [{ heading: '## Opening', text: opening }, ...others];
  const analysis = parseSections(body, { strict: true });
  return defined({ checkpoint, created, anchor, analysis, sections: kept.length === 0 ? undefined : kept });
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
  const { known: found, twice } = splitSections(text, titlesOf(known));
  if (twice !== undefined) throw bad(`has the section '${twice}' twice`);
  const missing = known.find(({ title, isOptional }) => !isOptional && !found.has(title));
  if (strict && missing !== undefined) throw bad(`lacks the section '${missing.title}'`);
  const parsed = known.flatMap(({ field, title }) => parseSection(field, found.get(title) ?? []));
  return { ...emptyAnalysis, ...Object.fromEntries(parsed), source: 'user' };
}

function titlesOf(known: readonly Section[]): ReadonlySet<string> {
  return new Set(known.map(({ title }) => title));
}

/** Whether a text has the sections of the format, whatever else it lacks. */
export function hasSections(text: string): boolean {
  const { known } = splitSections(text, titlesOf(sections()));
  return known.has('Problem') && known.has('Session Intent');
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

function unguarded(line: string): string {
  return line.replace(/^(\s*)\\(\\*#)/, '$1$2');
}
