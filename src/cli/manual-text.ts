import { wrap } from './render/wrap.ts';

const INDENT = 7;
const DEEPER = 11;
const MAX_WIDTH = 100;

/** Where the next line of text stands. */
interface Place {
  readonly indent: number;
  readonly isFilled: boolean;
  /** A term stands before what is told of it, which is deeper. */
  readonly isTerm: boolean;
}

/**
 * The manual page as text, for where `man` is not installed or does not find the page: npm puts none into its place. It understands the
 * requests that our own page uses.
 */
export function manualText(page: string, columns: number, bold: (text: string) => string): string {
  const width = Math.min(columns, MAX_WIDTH);
  const lines: string[] = [];
  let place: Place = { indent: INDENT, isFilled: true, isTerm: false };
  for (const line of page.split('\n')) {
    const [, request, argument = ''] = /^\.([A-Za-z]+) ?(.*)$/.exec(line) ?? [];
    if (request === undefined) {
      lines.push(...setLine(plain(line), width, place));
      if (place.isTerm) place = { ...place, indent: DEEPER, isTerm: false };
    } else {
      lines.push(...setRequest(request, argument, bold));
      const isFilled = request === 'nf' ? false : request === 'fi' || place.isFilled;
      place = { indent: INDENT, isFilled, isTerm: request === 'TP' };
    }
  }
  return `${lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`;
}

function setLine(text: string, width: number, { indent, isFilled }: Place): string[] {
  const lines = isFilled ? wrap(text, width - indent) : [text];
  return lines.map((line) => `${' '.repeat(indent)}${line}`.trimEnd());
}

function setRequest(request: string, argument: string, bold: (text: string) => string): string[] {
  const title = plain(argument.replace(/^"|"$/g, ''));
  if (request === 'SH') return ['', bold(title)];
  if (request === 'SS') return ['', `   ${bold(title)}`];
  return request === 'PP' || request === 'TP' ? [''] : [];
}

/** What roff's escapes stand for. */
function plain(text: string): string {
  return text
    .replace(/\\f[BIR]/g, '')
    .replaceAll('\\->', '→')
    .replaceAll('\\-', '-')
    .replaceAll('\\(cq', "'")
    .replaceAll('\\&', '')
    .replaceAll('\\e', '\\');
}
