import { redact } from '../../src/redaction/redact.ts';
import { Random } from '../../test/support/random.ts';
import type { Form } from './forms.ts';
import { isHeld } from './held.ts';
import type { Shape } from './shape.ts';

export interface Misses {
  readonly tried: number;
  readonly missed: number;
  /** What was left of the first text that a secret stayed in. */
  readonly example?: string;
}

/** Writes many values of a kind in a form, and counts those that redaction leaves. */
export function missesOfForm(form: Form, make: (random: Random) => string, tries: number): Misses {
  return count(tries, (random) => {
    const secret = make(random);
    return { secret, text: form.write(secret) };
  });
}

export function missesOfShape(shape: Shape, tries: number): Misses {
  return count(tries, shape.make);
}

function count(tries: number, make: (random: Random) => { readonly secret: string; readonly text: string }): Misses {
  const random = new Random(20);
  const left: string[] = [];
  for (let done = 0; done < tries; done += 1) {
    const { secret, text } = make(random);
    const redacted = redact(text).text;
    if (!isHeld(secret, redacted)) left.push(redacted);
  }
  const [example] = left;
  return { tried: tries, missed: left.length, ...(example === undefined ? {} : { example }) };
}
