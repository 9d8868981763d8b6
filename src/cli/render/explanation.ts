import { stripControls } from '../../core/strip-controls.ts';
import type { World } from '../../core/world.ts';
import type { ResumeOutcome } from '../../repository/resume.ts';
import { type Style, styleFor } from './style.ts';
import { type Column, renderTable, screenWidth } from './table.ts';
import { wrap } from './wrap.ts';

type Resumed = Extract<ResumeOutcome, { readonly kind: 'resumed' }>;
type Section = Resumed['pack']['sections'][number];

const MAX_BAR = 40;
/** Narrower than this, a line has no room for a bar beside what it is about. */
const WIDTH_FOR_BARS = 60;

/** What went into a pack, at which level, what it cost of the budget, and what was left out. */
export function renderExplanation(resumed: Resumed, world: World): string {
  const { checkpoint, pack, limits } = resumed;
  const style = styleFor(world, world.stdout);
  const width = screenWidth(world);
  const used = pack.tokens / limits.tokens;
  const most = Math.max(1, ...pack.sections.map(({ tokens }) => tokens));
  const whole = bar(used, Math.min(MAX_BAR, width - 2), '░');
  return [
    `${style.bold(`Resume pack of checkpoint ${checkpoint.number}`)}\n`,
    ...wrap(`${shareOfBudget(resumed)}, ${thousands(pack.chars)} characters`, width).map((line) => `${line}\n`),
    `${style.green(whole)}\n`,
    renderTable(pack.sections, columnsFor(width, most, style), width),
  ].join('');
}

/** `1,881 of 5,000 tokens (38%)` */
export function shareOfBudget({ pack: { tokens }, limits }: Pick<Resumed, 'pack' | 'limits'>): string {
  return `${thousands(tokens)} of ${thousands(limits.tokens)} tokens (${Math.round((100 * tokens) / limits.tokens)}%)`;
}

function columnsFor(width: number, most: number, style: Style): Column<Section>[] {
  const bars: Column<Section> = {
    title: '',
    align: 'left',
    paint: style.green,
    cell: ({ tokens }) => bar(tokens / most, width < 100 ? 16 : 24),
  };
  return [
    { title: 'part', align: 'left', most: width < WIDTH_FOR_BARS ? 16 : 30, cell: ({ name }) => stripControls(name) },
    { title: 'tokens', cell: ({ tokens }) => thousands(tokens) },
    ...(width < WIDTH_FOR_BARS ? [] : [bars]),
    { title: 'shown', align: 'left', cell: shownWords },
  ];
}

function shownWords({ level, leftOut }: Section): string {
  return leftOut === '' ? level : `${level}, without ${stripControls(leftOut)}`;
}

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** A part of one as a bar of so many cells, filled up with `rest`. */
function bar(part: number, cells: number, rest = ''): string {
  const filled = Math.round(Math.min(1, part) * cells * 8);
  const drawn = '█'.repeat(Math.floor(filled / 8)) + eighths[filled % 8];
  return drawn + rest.repeat(Math.max(0, cells - drawn.length));
}

function thousands(number: number): string {
  return number.toLocaleString('en-US');
}
