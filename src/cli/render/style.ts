import type { Output, World } from '../../core/world.ts';

/** Colours for a terminal, plain text elsewhere. */
export interface Style {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly green: (text: string) => string;
  readonly red: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly cyan: (text: string) => string;
  readonly inverse: (text: string) => string;
  /** As `git grep` marks what it found. */
  readonly match: (text: string) => string;
}

export function styleFor(world: World, output: Output): Style {
  const on = wantsColor(world, output);
  const paint = (code: number | string) => (text: string) =>
    on && text !== '' ? `\u001b[${code}m${text}\u001b[0m` : text;
  return {
    bold: paint(1),
    dim: paint(2),
    inverse: paint(7),
    match: paint('1;31'),
    red: paint(31),
    green: paint(32),
    yellow: paint(33),
    cyan: paint(36),
  };
}

/** Colour only where the user wants it: unless they said so, on a terminal that has it. */
export function wantsColor({ env, color }: World, output: Output): boolean {
  if (color !== undefined) return color === 'always';
  return !env['NO_COLOR'] && output.isTTY === true && env['TERM'] !== 'dumb';
}
