import { textWidth } from '../../src/core/text-width.ts';
import { type Run, readScreen } from './terminal-text.ts';

/** A screen, as tmux tells it, and where its cursor is. */
export interface Screen {
  readonly text: string;
  readonly cursor?: { readonly column: number; readonly row: number };
}

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

const CELL = 8.4;
const LINE = 19;
const MARGIN = 18;
const BAR = 34;

export const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export const widthOf = ({ columns }: Size) => Math.ceil(columns * CELL + 2 * MARGIN);
export const heightOf = ({ rows }: Size) => Math.ceil(rows * LINE + BAR + MARGIN);

/** A window around whatever is drawn in it. */
export function drawWindow(size: Size, about: string, content: string): string {
  const [width, height] = [widthOf(size), heightOf(size)];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(about)}">`,
    `<style>text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#cdd6f4;white-space:pre}</style>`,
    `<rect width="${width}" height="${height}" rx="10" fill="#1e1e2e"/>`,
    ...['#f38ba8', '#f9e2af', '#a6e3a1'].map(
      (fill, at) => `<circle cx="${20 + at * 18}" cy="17" r="5" fill="${fill}"/>`,
    ),
    content,
    '</svg>\n',
  ].join('\n');
}

export function drawTitle(text: string): string {
  return `<text x="84" y="22" style="fill:#89b4fa;font-weight:bold">${escaped(text)}</text>`;
}

export function drawScreen({ text, cursor }: Screen): string {
  const lines = readScreen(text).map((runs, row) => drawLine(runs, BAR + 14 + row * LINE));
  const block =
    cursor === undefined
      ? []
      : [
          `<rect x="${(MARGIN + cursor.column * CELL).toFixed(1)}" y="${BAR + cursor.row * LINE}" width="8" height="17" fill="#cdd6f4" opacity=".8"/>`,
        ];
  return [...lines.filter(Boolean), ...block].join('\n');
}

/** Each run is given its place and width: fonts differ in the width of signs that are no letters. */
function drawLine(runs: readonly Run[], y: number): string {
  let column = 0;
  const drawn = runs.map((run) => {
    const [x, width] = [(MARGIN + column * CELL).toFixed(1), textWidth(run.text)];
    column += width;
    const behind =
      run.background === undefined
        ? ''
        : `<rect x="${x}" y="${y - 14}" width="${(width * CELL).toFixed(1)}" height="${LINE}" fill="${run.background}"/>`;
    if (run.text.trim() === '') return behind;
    const style = [run.color && `fill:${run.color}`, run.bold && 'font-weight:bold', run.dim && 'opacity:.6'].filter(
      Boolean,
    );
    const look = style.length === 0 ? '' : ` style="${style.join(';')}"`;
    const shown = run.text.trimEnd();
    const length = (textWidth(shown) * CELL).toFixed(1);
    return `${behind}<text x="${x}" y="${y}" textLength="${length}" lengthAdjust="spacingAndGlyphs"${look}>${escaped(shown)}</text>`;
  });
  return drawn.join('');
}
