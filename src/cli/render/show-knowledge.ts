import { type AnalysisField, byRank, fieldsOf, type ListField, type TextField } from '../../core/analysis-fields.ts';
import { count } from '../../core/count.ts';
import { evidenceWords } from '../../core/evidence-words.ts';
import type { Analysis } from '../../core/note.ts';
import { stripControls } from '../../core/strip-controls.ts';
import type { Style } from './style.ts';
import { wrap } from './wrap.ts';

const INDENT = 10;
const MIN_TEXT = 30;
/** Long, and rarely wanted: shown with the story, else only counted. */
const onDemand: Readonly<Partial<Record<ListField, string>>> = { last_exchange: 'message', play_by_play: 'step' };

export interface KnowledgeView {
  readonly style: Style;
  readonly width: number;
  /** The story turn by turn and the last words as they were said. */
  readonly story: boolean;
  /** What the page says above. */
  readonly told?: readonly string[];
}

/** What the session knew, a field after the other, each item with who said it. */
export function renderKnowledge(analysis: Analysis, view: KnowledgeView): string {
  const fields = byRank([...fieldsOf('text'), ...fieldsOf('list')]);
  const told = new Set((view.told ?? []).map(plainWords));
  return fields.map((field) => renderField(field, { analysis, told }, view)).join('') + renderCounts(analysis, view);
}

function renderCounts(analysis: Analysis, view: KnowledgeView): string {
  const counted = Object.entries(onDemand).flatMap(([name, unit]) => {
    const { length } = analysis[name as ListField];
    return length === 0 ? [] : [count(length, unit)];
  });
  if (view.story || counted.length === 0) return '';
  return renderLines('Story', [{ mark: '', text: `${counted.join(', ')} (show --story)` }], view);
}

interface Told {
  readonly analysis: Analysis;
  /** What a field above has said already, in the same words. */
  readonly told: Set<string>;
}

function renderField(field: AnalysisField, { analysis, told }: Told, view: KnowledgeView): string {
  const label = field.short ?? field.title;
  if (field.kind === 'text') {
    const text = analysis[field.name as TextField].trim();
    // The first prompt is often task, intent and problem.
    if (text === '' || told.has(plainWords(text))) return '';
    told.add(plainWords(text));
    return renderLines(label, [{ mark: '', text }], view);
  }
  const items = analysis[field.name as ListField];
  if (items.length === 0) return '';
  const isStory = field.name in onDemand;
  if (isStory && !view.story) return '';
  const numbered = field.name === 'next_actions';
  const shown = items.map((text, at) => ({
    mark: numbered ? `${at + 1} ` : '· ',
    text,
    source: sourceOf(analysis, `${field.name}.${at}`),
  }));
  const fresh = shown.filter(({ text }) => isStory || !told.has(plainWords(text)));
  for (const { text } of fresh) told.add(plainWords(text));
  return fresh.length === 0 ? '' : renderLines(label, fresh, view);
}

/** One sentence may be decision and finding, or be written with its label. */
function plainWords(text: string): string {
  return text
    .replace(/^(?:next|decision|decided|finding|found|blocked|blocker|rule)\s*:\s*/i, '')
    .replace(/[.\s]+$/, '')
    .toLowerCase();
}

interface Item {
  readonly mark: string;
  readonly text: string;
  readonly source?: string | undefined;
}

function renderLines(label: string, items: readonly Item[], { style, width }: KnowledgeView): string {
  const lines = items.flatMap(({ mark, text, source }) => {
    const room = width - INDENT - mark.length;
    // On a narrow screen what was said comes before who said it.
    const beside = source !== undefined && room - source.length - 2 >= MIN_TEXT ? `  ${source}` : '';
    const said = style.dim(beside);
    const wrapped = wrap(stripControls(text), Math.max(20, room - beside.length));
    return wrapped.map((line, at) => (at === 0 ? `${mark}${line}${said}` : `${' '.repeat(mark.length)}${line}`));
  });
  const head = label.length < INDENT ? style.bold(label) + ' '.repeat(INDENT - label.length) : `${style.bold(label)} `;
  return lines.map((line, at) => `${at === 0 ? head : ' '.repeat(INDENT)}${line}\n`).join('');
}

function sourceOf({ evidence }: Analysis, item: string): string | undefined {
  const found = evidence?.[item];
  return found === undefined ? undefined : evidenceWords(found);
}
