import type { ListField, TextField } from '../core/analysis-fields.ts';
import type { Artifact } from '../core/note.ts';
import type { SaveRequest } from './save-request.ts';

type Words = Pick<SaveRequest, 'summary' | 'description' | 'given' | 'artifacts' | 'sections'>;

type Target = ListField | TextField | 'summary' | 'files';

/** What people and agents call the sections of a free text. */
const headings: readonly (readonly [RegExp, Target])[] = [
  [/^(?:session |work |executive )?(?:summary|overview|recap)$/, 'summary'],
  [/^(?:problem|issue)(?: statement)?$/, 'problem'],
  [/^(?:session )?(?:intent|goal|objective)s?$/, 'session_intent'],
  [/^(?:current (?:task|focus|work)|task|working on|in progress)$/, 'current_task'],
  [/^(?:key |user )?(?:decisions?|choices)(?: made| taken)?$/, 'decisions'],
  [/^(?:key )?(?:findings|learnings|lessons(?: learned)?|discoveries)$/, 'findings'],
  [/^(?:technical|tech|key) (?:context|details|notes)$/, 'technical_context'],
  [
    /^(?:what (?:was|has been|i|we) (?:accomplished|done|did)|accomplish(?:ed|ments)|completed|done|progress|work done|play-by-play)$/,
    'play_by_play',
  ],
  [/^(?:current |project )?(?:state|status)$/, 'current_state'],
  [
    /^(?:next (?:steps?|actions?|tasks?)|what(?:'s| is) next|to ?dos?|remaining(?: work)?|pending(?: work| tasks)?)$/,
    'next_actions',
  ],
  [/^(?:blockers?|blocked(?: by| on)?|open issues)$/, 'blockers'],
  [/^(?:user )?(?:rules|constraints|preferences)$/, 'user_rules'],
  [/^(?:relevant )?(?:docs|documents|documentation|references)$/, 'relevant_docs'],
  [/^(?:key |relevant )?files(?: (?:modified|changed|touched|created|edited))*$/, 'files'],
];

interface Part {
  readonly heading: string;
  readonly lines: string[];
}

/**
 * Reads a free text: what stands below headings such as "Next steps" goes into the field that they mean, whatever their level; what nobody
 * knows is kept under its heading. Without any heading that is known, the first line is the summary. Numbers and times in it are not
 * believed: they are given out by the store.
 */
export function readWords(source: string): Words {
  const [opening = { heading: '', lines: [] }, ...parts] = split(source);
  const known = parts.flatMap((part) => {
    const target = targetOf(part.heading);
    return target === undefined ? [] : [{ ...part, target }];
  });
  if (known.length === 0) return plainWords(source);
  const bodies = known.filter(({ target }) => target === 'summary').flatMap(({ lines }) => paragraphs(lines));
  const [summary, ...rest] = [...paragraphs(opening.lines), ...bodies];
  const given = fieldsOf(known);
  const headline = summary ?? given.current_task ?? given.play_by_play?.[0] ?? given.current_state?.[0];
  const others = parts.filter((part) => targetOf(part.heading) === undefined && isFilled(part));
  return {
    ...(headline === undefined ? {} : { summary: firstSentence(headline) }),
    description: [...(summary === undefined || firstSentence(summary) === summary ? [] : [summary]), ...rest].join(
      '\n\n',
    ),
    given,
    artifacts: known.filter(({ target }) => target === 'files').flatMap(({ lines }) => itemsOf(lines).map(fileOf)),
    sections: others.map(({ heading, lines }) => ({ heading: `## ${heading}`, text: lines.join('\n').trim() })),
  };
}

function plainWords(source: string): Words {
  const [first = '', ...rest] = withoutStamp(source.trim().split('\n'));
  return { summary: first.replace(/^#+\s*/, ''), description: rest.join('\n').trim() };
}

/** A number and a time at the top are those of another store, or made up. */
function withoutStamp(lines: readonly string[]): string[] {
  const isStamp = (line: string) => /^(?:#+\s*)?\**CHECKPOINT-\d+\**:?$|^\**created\**:/i.test(line.trim());
  const start = lines.findIndex((line) => line.trim() !== '' && !isStamp(line));
  return start < 0 ? [] : lines.slice(start);
}

/** `### Next steps`, and `**Next steps**:` with nothing behind it. */
function split(source: string): Part[] {
  const parts: Part[] = [{ heading: '', lines: [] }];
  for (const line of withoutStamp(source.split(/\r?\n/))) {
    const [, heading] = /^#{1,6}\s+(.+?)\s*#*$/.exec(line) ?? /^\*\*([^*]+?):?\*\*:?\s*$/.exec(line) ?? [];
    if (heading === undefined) parts.at(-1)?.lines.push(line);
    else parts.push({ heading: heading.replace(/\*\*/g, ''), lines: [] });
  }
  return parts;
}

function targetOf(heading: string): Target | undefined {
  const plain = heading
    .toLowerCase()
    .replace(/[:.!]+$/, '')
    .replace(/[^\p{L}\p{N}' -]/gu, '')
    .trim();
  return headings.find(([form]) => form.test(plain))?.[1];
}

const texts: readonly Target[] = ['problem', 'session_intent', 'current_task'] satisfies TextField[];

function fieldsOf(parts: readonly (Part & { readonly target: Target })[]): NonNullable<SaveRequest['given']> {
  const given: Record<string, string | string[]> = {};
  for (const { target, lines } of parts) {
    const items = itemsOf(lines).filter((item) => !/^none\.?$/i.test(item));
    if (target === 'summary' || target === 'files' || items.length === 0) continue;
    const before = given[target];
    if (texts.includes(target)) given[target] = before ?? items.join('\n');
    else given[target] = [...(Array.isArray(before) ? before : []), ...items];
  }
  return given;
}

/** Items of lists, without bullets, numbers and boxes; a line that goes on with an indent belongs to the item above. */
function itemsOf(lines: readonly string[]): string[] {
  const items: string[] = [];
  for (const line of lines) {
    const [bullet] = /^\s*(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?/.exec(line) ?? [];
    if (line.trim() === '') continue;
    if (bullet === undefined && /^\s/.test(line) && items.length > 0) items[items.length - 1] += `\n${line.trim()}`;
    else items.push(line.slice(bullet?.length ?? 0).trim());
  }
  return items;
}

const FILE =
  /^(?:(created|added|new|modified|changed|updated|deleted|removed|renamed)[:\s]+)?`?([^`\s]+?)`?:?(?:\s+(?:[-–—:(]\s*)?(.*))?$/i;

const statuses = new Map<string, Artifact['status']>([
  ['created', 'created'],
  ['added', 'created'],
  ['new', 'created'],
  ['deleted', 'deleted'],
  ['removed', 'deleted'],
  ['renamed', 'renamed'],
]);

/** `src/a.ts`, `src/a.ts: adds rotate`, `created src/a.ts - adds rotate` */
function fileOf(item: string): Artifact {
  const [, word = '', path = item, change = ''] = FILE.exec(item) ?? [];
  const status = statuses.get(word.toLowerCase()) ?? 'modified';
  return { path, status, change: change.replace(/\)$/, '') };
}

function paragraphs(lines: readonly string[]): string[] {
  return lines
    .join('\n')
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** A summary line is one sentence of one line. */
function firstSentence(text: string): string {
  const [line = ''] = text.replace(/^[-*+]\s+/, '').split('\n');
  return /^.{10,}?[.!?](?=\s+\p{Lu})/u.exec(line)?.[0] ?? line;
}

function isFilled({ lines }: Part): boolean {
  return lines.some((line) => line.trim() !== '');
}
