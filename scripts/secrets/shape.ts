import type { Random } from '../../test/support/random.ts';

/** Something that really turns up in a session: a secret and the text around it. */
export interface Shape {
  readonly name: string;
  readonly make: (random: Random) => { readonly secret: string; readonly text: string };
}

type Write = (secret: string, random: Random) => string;

/** A shape, by how its secret is made and how it is written. */
export function shape(name: string, secret: (random: Random) => string, write: Write): Shape {
  return {
    name,
    make: (random) => {
      const value = secret(random);
      return { secret: value, text: write(value, random) };
    },
  };
}
