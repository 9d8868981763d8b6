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

/** What must survive, as commit messages carry it: the parts that say something, without the files that git lists itself. */
export function renderMustKeep(analysis: Analysis): string {
  const parts = renderSections({ ...analysis, artifacts: [], technical_context: [], play_by_play: [] }).split(
    /\n(?=#{2,3} )/,
  );
  const telling = parts.filter((part) => !/^#.*\s+(?:None|- None)?\s*$/.test(part) && !part.includes('| Key Change |'));
  return telling.map((part) => `${part.trimEnd()}\n\n`).join('');
}

/** The body alone. */
function renderSections(analysis: Analysis): string {
  const task = analysis.current_task === '' ? [] : [`Task: ${analysis.current_task}`];
  const blocked = analysis.blockers.map((blocker) => `Blocked: ${blocker}`);
  const parts = [
    `## Problem\n${paragraph(analysis.problem)}`,
    `## Session Intent\n${paragraph(analysis.session_intent)}`,
    '## Essential Information\n',
    `### Decisions\n${list(analysis.decisions)}`,
    `### Technical Context\n${list(analysis.technical_context)}`,
    `### Play-By-Play\n${list(analysis.play_by_play)}`,
    `### Artifact Trail\n\n${table(analysis.artifacts)}`,
    `### Current State\n${list([...task, ...analysis.current_state])}`,
    `### Next Actions\n${list([...analysis.next_actions, ...blocked])}`,
  ];
  if (analysis.user_rules.length > 0) parts.push(`## User Rules\n${list(analysis.user_rules)}`);
  return parts.join('\n');
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

const sections = {
  Problem: 'problem',
  'Session Intent': 'session_intent',
  Decisions: 'decisions',
  'Technical Context': 'technical_context',
  'Play-By-Play': 'play_by_play',
  'Artifact Trail': 'artifacts',
  'Current State': 'current_state',
  'Next Actions': 'next_actions',
  'User Rules': 'user_rules',
} as const;

/** Reads a document; a missing section or a bad field is a failure that names it. */
export function parseMarkdown(text: string): MarkdownCheckpoint {
  const front = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/.exec(text);
  if (!front) throw bad('has no front matter', { hint: 'It begins with `---`, `checkpoint:`, `created:`, `---`.' });
  const header = new Map((front[1] ?? '').split(/\r?\n/).map((line) => headerPair(line)));
  const created = header.get('created');
  const checkpoint = header.get('checkpoint');
  if (checkpoint === undefined) throw bad('lacks the field ‘checkpoint’');
  if (created === undefined) throw bad('lacks the field ‘created’');
  if (Number.isNaN(Date.parse(created)))
    throw bad(`has a bad ‘created’: ‘${created}’`, { hint: 'Use an ISO 8601 time.' });
  const anchor = header.get('anchor');
  const analysis = parseSections(text.slice(front[0].length), { strict: true });
  return { checkpoint, created, ...(anchor === undefined ? {} : { anchor }), analysis };
}

function headerPair(line: string): [string, string] {
  const found = /^(\w+):\s*([\s\S]*?)\s*$/.exec(line);
  if (!found) throw bad(`has a bad line in its front matter: ‘${line}’`);
  return [found[1] ?? '', unquoted(found[2] ?? '')];
}

/** A text that needs quotes has them as in JSON. */
function unquoted(text: string): string {
  if (!text.startsWith('"')) return text;
  try {
    return String(JSON.parse(text));
  } catch (cause) {
    throw bad(`has a text with quotes that do not fit: ‘${text}’`, { cause });
  }
}

function bad(what: string, details: FailureDetails = {}): Failure {
  return new Failure('usage', `the checkpoint document ${what}`, details);
}

/** Reads the body. Strict wants every required section; otherwise what is missing is empty. */
export function parseSections(text: string, { strict }: { readonly strict: boolean }): Analysis {
  const found = splitSections(text);
  const missing = Object.keys(sections).find((name) => name !== 'User Rules' && !found.has(name));
  if (strict && missing !== undefined) throw bad(`lacks the section ‘${missing}’`);
  const items = (name: string) => parseItems(found.get(name) ?? []);
  const [task, state] = takePrefixed(items('Current State'), 'Task: ');
  const [blockers, actions] = takePrefixed(items('Next Actions'), 'Blocked: ');
  return {
    ...emptyAnalysis,
    source: 'user',
    problem: parseParagraph(found.get('Problem') ?? []),
    session_intent: parseParagraph(found.get('Session Intent') ?? []),
    current_task: task.join('; '),
    decisions: items('Decisions'),
    technical_context: items('Technical Context'),
    play_by_play: items('Play-By-Play'),
    current_state: state,
    next_actions: actions,
    blockers: blockers.filter((blocker) => !/^none\.?$/i.test(blocker)),
    user_rules: items('User Rules'),
    artifacts: parseTable(found.get('Artifact Trail') ?? []),
  };
}

function splitSections(text: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  let current: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const title = /^#{2,3} (.+?)\s*$/.exec(line)?.[1];
    if (title === undefined) current.push(line);
    else if (Object.hasOwn(sections, title) && !found.has(title)) found.set(title, (current = []));
    else if (Object.hasOwn(sections, title)) throw bad(`has the section ‘${title}’ twice`);
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
      throw bad(`has a bad status in its artifact trail: ‘${status}’`, {
        hint: `Use one of ${artifactStatuses.join(', ')}.`,
      });
    return { path: parsePath(path), status: known, change: oneLine(change) };
  });
}

function parsePath(cell: string): string {
  return cell.startsWith('"') ? unquoted(cell) : cell.replace(/^`|`$/g, '');
}
