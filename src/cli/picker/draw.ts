import { cutToWidth } from '../../core/text-width.ts';
import { cutStyled, padStyled } from '../render/cut-styled.ts';
import type { Style } from '../render/style.ts';
import { cellPainter } from '../render/timeline.ts';
import { drawRows } from '../render/timeline-row.ts';
import type { PickerRow } from './rows.ts';
import { type PickerState, visibleItems } from './state.ts';

export interface Screen {
  readonly columns: number;
  readonly rows: number;
  readonly style: Style;
}

export interface Picture {
  readonly state: PickerState;
  readonly rows: readonly PickerRow[];
  /** Of the selected checkpoint; absent while it is being read. */
  readonly preview?: readonly string[];
  /** More checkpoints are still being read. */
  readonly loading: boolean;
}

/** From so many columns on, the preview stands beside the list, else below it. */
const SIDE_BY_SIDE = 110;

/** Where list and preview are, in columns and lines. */
export function layoutOf({ columns, rows }: Pick<Screen, 'columns' | 'rows'>) {
  const room = Math.max(2, rows - 2);
  if (columns >= SIDE_BY_SIDE) {
    const list = Math.floor((columns - 3) / 2);
    return { beside: true, list: { width: list, lines: room }, preview: { width: columns - 3 - list, lines: room } };
  }
  const list = Math.max(1, Math.ceil((room - 1) * 0.45));
  return {
    beside: false,
    list: { width: columns, lines: list },
    preview: { width: columns, lines: Math.max(0, room - 1 - list) },
  };
}

/** The whole screen, a line of it each. */
export function drawPicker(picture: Picture, screen: Screen): string[] {
  const { beside, list, preview } = layoutOf(screen);
  const { columns, style } = screen;
  const left = fill(drawList(picture, list, style), list.lines);
  const right = fill(drawPreview(picture, preview), preview.lines);
  const body = beside
    ? left.map((line, at) => `${padStyled(line, list.width)} ${style.dim('│')} ${right[at] ?? ''}`)
    : [...left, style.dim('─'.repeat(columns)), ...right];
  return [style.bold(cutToWidth(titleOf(picture), columns)), ...body, drawFoot(picture.state, columns, style)];
}

function titleOf({ state, loading }: Picture): string {
  const all = visibleItems({ ...state, filter: '' }).length;
  const shown = visibleItems(state).length;
  const title = state.filter === '' ? 'Restore which checkpoint?' : `${shown} of ${all} match '${state.filter}'`;
  return `${title}${loading ? ' · reading…' : ''}`;
}

interface Area {
  readonly width: number;
  readonly lines: number;
}

function drawList({ state, rows }: Picture, { width, lines }: Area, style: Style): string[] {
  const visible = new Set(visibleItems(state).map(({ number }) => number));
  const shown = rows.filter(({ number }) => visible.has(number));
  if (shown.length === 0) return [style.dim(state.filter === '' ? '' : 'No checkpoint matches.')];
  const cells = shown.map((row) => row.cells);
  const room = width - 2;
  const painted = drawRows(cells, room, cellPainter(style));
  const plain = drawRows(cells, room, (_, text) => text);
  const all: string[] = [];
  let selected = 0;
  for (const [at, { number, heading }] of shown.entries()) {
    if (heading !== shown[at - 1]?.heading) all.push(style.bold(cutToWidth(heading, width)));
    const isSelected = number === state.selected;
    if (isSelected) selected = all.length;
    all.push(isSelected ? style.inverse(padStyled(`> ${plain[at]}`, width)) : `  ${painted[at]}`);
  }
  // The selected one stays in the middle where there is more above and below; its heading is seen with the first.
  const top = Math.max(0, Math.min(selected - Math.floor(lines / 2), all.length - lines));
  return all.slice(top, top + lines);
}

function drawPreview({ state, preview }: Picture, { width, lines }: Area): string[] {
  if (state.showsKeys) return allKeys.map(([key, does]) => cutToWidth(`${key.padEnd(KEY_WIDTH)}${does}`, width));
  if (state.selected === undefined) return [];
  if (preview === undefined) return ['…'];
  const top = Math.max(0, Math.min(state.scrolled, preview.length - lines));
  return preview.slice(top, top + lines).map((line) => cutStyled(line, width));
}

/** The most needed first: the last line of the screen has as many as there is room for. */
const keys = ['enter restore', 'd diff', 's show', '? keys', 'q quit', '/ filter', 'j/k move', 'J/K scroll'] as const;

const allKeys = [
  ['enter', 'restore the checkpoint: shows the plan first'],
  ['d', 'diff against the working tree'],
  ['s', 'show the checkpoint'],
  ['/', 'filter by words of summary, session and files'],
  ['a', 'show or hide safety copies'],
  ['j k ↑ ↓', 'next, previous'],
  [', .', 'a page up, down'],
  ['< >', 'first, last'],
  ['J K', 'scroll the preview'],
  ['q esc', 'quit'],
] as const;
const KEY_WIDTH = 9;

/** The filter while it is typed, else as many keys as there is room for. */
function drawFoot({ typing, filter }: PickerState, columns: number, style: Style): string {
  if (typing) return `${style.yellow('/')}${cutStart(filter, columns - 2)}${style.inverse(' ')}`;
  let foot = '';
  for (const key of keys) {
    const longer = foot === '' ? key : `${foot}  ${key}`;
    if (longer.length > columns) break;
    foot = longer;
  }
  return style.dim(foot);
}

/** The end of a text, which is where somebody types. */
function cutStart(text: string, width: number): string {
  let end = text;
  while (cutToWidth(end, width) !== end) end = [...end].slice(1).join('');
  return end;
}

function fill(lines: readonly string[], count: number): string[] {
  return Array.from({ length: count }, (_, at) => lines[at] ?? '');
}
