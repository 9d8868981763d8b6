import { posix } from 'node:path';
import type { World } from '../core/world.ts';
import type { Repository } from '../open/repository.ts';
import type { Step } from '../restore/steps.ts';
import { askLine } from './ask.ts';
import { showPath } from './render/facts.ts';

/** Lets a person choose files of a plan by their numbers. Answers their paths, relative to where they stand; undefined for none. */
export async function pickFiles(
  steps: readonly Step[],
  { repository, world }: { readonly repository: Repository; readonly world: World },
): Promise<{ readonly paths: readonly string[] } | undefined> {
  const width = String(steps.length).length;
  for (const [at, { path }] of steps.entries())
    world.stderr.write(`  ${String(at + 1).padStart(width)}  ${showPath(path)}\n`);
  for (;;) {
    const answer = await askLine('Which files? Numbers such as 1,3-5; empty for none: ', world);
    const chosen = parseNumbers(answer, steps.length);
    if (chosen !== undefined) {
      const { prefix } = repository.engine.place;
      const paths = steps.filter((_, at) => chosen.has(at + 1)).map(({ path }) => posix.relative(prefix, path));
      return paths.length === 0 ? undefined : { paths };
    }
    world.stderr.write(`'${answer}' is not a list of numbers from 1 to ${steps.length}.\n`);
  }
}

/** `1,3-5 7` as a set; undefined when it is something else. */
function parseNumbers(text: string, most: number): Set<number> | undefined {
  const numbers = new Set<number>();
  for (const word of text.split(/[\s,]+/).filter((each) => each !== '')) {
    const [, from, to = from] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(word) ?? [];
    if (from === undefined || Number(from) < 1 || Number(to) > most || Number(from) > Number(to)) return undefined;
    for (let number = Number(from); number <= Number(to); number += 1) numbers.add(number);
  }
  return numbers;
}
