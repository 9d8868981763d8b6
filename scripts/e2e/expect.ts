import type { ModelRequest } from './api/reply.ts';

/** Tells that a claim holds, or stops the scenario with what was found instead. */
export function expect(claim: string, holds: boolean, found = ''): void {
  if (!holds) throw new Error(`not so: ${claim}${found === '' ? '' : `\nfound: ${found.slice(0, 4000)}`}`);
  process.stdout.write(`     ${claim}\n`);
}

/** What must be in a request to the model, each named. */
export function expectIn(request: ModelRequest | undefined, parts: Readonly<Record<string, string | RegExp>>): void {
  // One client writes brackets in what a hook said as XML does.
  const text = (request?.text ?? '').replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
  for (const [claim, part] of Object.entries(parts)) {
    expect(`the model read ${claim}`, typeof part === 'string' ? text.includes(part) : part.test(text), text);
  }
}

/** How often a text occurs. */
export function count(text: string, part: string): number {
  return text.split(part).length - 1;
}
