import { cutToWidth, textWidth } from '../../core/text-width.ts';

const ESCAPE = /(\u001b\[\d+m)/;

/** Cuts a line with colours in it to a width. */
export function cutStyled(line: string, width: number): string {
  const parts = line.split(ESCAPE);
  let left = width;
  let cut = '';
  for (const part of parts) {
    if (ESCAPE.test(part)) cut += part;
    else if (left > 0) {
      cut += cutToWidth(part, left);
      left -= textWidth(part);
    }
  }
  return cut;
}

/** Fills a line with colours in it up to a width. */
export function padStyled(line: string, width: number): string {
  const plain = line.split(ESCAPE).filter((part) => !ESCAPE.test(part));
  return line + ' '.repeat(Math.max(0, width - textWidth(plain.join(''))));
}
