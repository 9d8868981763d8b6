import type { ListField, TextField } from '../core/analysis-fields.ts';
import { describeChange } from '../core/describe-change.ts';
import type { Analysis, Artifact, OtherSection } from '../core/note.ts';
import { guestsOf, type MarkdownCheckpoint, type Section, sections } from './markdown-sections.ts';
import { CONTAINER } from './split-sections.ts';

/** The whole document, with its front matter. */
export function renderMarkdown(document: MarkdownCheckpoint): string {
  const anchor = document.anchor === undefined ? '' : `anchor: ${quoted(document.anchor)}\n`;
  const front = `---\ncheckpoint: ${quoted(document.checkpoint)}\ncreated: ${document.created}\n${anchor}---\n`;
  return `${front}\n${renderSections(document.analysis, document.sections ?? [])}`;
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

/** The body alone. What the format does not know comes after what it knows on the same level. */
function renderSections(analysis: Analysis, others: readonly OtherSection[]): string {
  const parts = sections()
    .filter(({ field, isOptional }) => !isOptional || !isEmpty(field, analysis))
    .map((section) => renderSection(section, analysis, { withNone: true }));
  const isInner = (text: string) => text.startsWith('### ');
  const [inner, outer] = [
    others.filter(({ heading }) => isInner(heading)),
    others.filter(({ heading }) => !isInner(heading)),
  ];
  const render = ({ heading, text }: OtherSection) => (text === '' ? `${heading}\n` : `${heading}\n${text}\n`);
  return [...parts, ...outer.map(render)]
    .toSpliced(parts.findLastIndex(isInner) + 1, 0, ...inner.map(render))
    .toSpliced(parts.findIndex(isInner), 0, `## ${CONTAINER}\n`)
    .join('\n');
}

/** With `withNone`, fields within the section that are empty say so: `Blocked: None`. */
function renderSection({ field, heading }: Section, analysis: Analysis, { withNone = false } = {}): string {
  const { name, kind } = field;
  if (kind === 'artifacts') return `${heading}\n\n${table(analysis.artifacts)}`;
  if (kind === 'text') return `${heading}\n${paragraph(analysis[name as TextField])}`;
  const items = itemsOf(name, analysis);
  const none = withNone && items.length > 0 ? missingGuests(name, analysis) : [];
  return `${heading}\n${list([...items, ...none])}`;
}

function missingGuests(name: string, analysis: Analysis): string[] {
  const lists = guestsOf(name).filter(({ kind }) => kind === 'list');
  return lists.filter((guest) => textsOf(guest.name, analysis).length === 0).map(({ label }) => `${label}None`);
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

function cellOf(path: string): string {
  return /[`\\\n|"]|[\ud800-\udfff]|^\s|\s$/.test(path) ? escapeCell(JSON.stringify(path)) : `\`${path}\``;
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|');
}

/** A cell of a table has one line. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
