import type { Output, World } from '../../core/world.ts';

/** Colours for a terminal, plain text elsewhere. */
export interface Style {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly green: (text: string) => string;
  readonly red: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly cyan: (text: string) => string;
}

export function styleFor(world: World, output: Output): Style {
  const on = wantsColor(world, output);
  const paint = (code: number) => (text: string) => (on && text !== '' ? `\u001b[${code}m${text}\u001b[0m` : text);
  return { bold: paint(1), dim: paint(2), green: paint(32), red: paint(31), yellow: paint(33), cyan: paint(36) };
}

/** Colour only on a terminal that wants it. */
export function wantsColor({ env }: World, output: Output): boolean {
  return output.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
}
