import type { Step } from '../../restore/steps.ts';

/** A line of a plan: one file, or a folder with all its files. */
export interface FoldedSteps {
  readonly path: string;
  readonly steps: readonly Step[];
}

/** Folds a long plan by folder: the largest folders are opened first, as long as no more lines than these come of it. */
export function foldSteps(steps: readonly Step[], maxLines: number): FoldedSteps[] {
  if (steps.length <= maxLines) return steps.map((step) => ({ path: step.path, steps: [step] }));
  let lines = childrenOf({ path: '', steps });
  const closed = new Set<string>();
  for (;;) {
    const largest = lines
      .filter(({ path, steps: inside }) => inside.length > 1 && !closed.has(path))
      .sort((one, other) => other.steps.length - one.steps.length)[0];
    if (largest === undefined) return lines;
    const opened = lines.flatMap((line) => (line === largest ? childrenOf(line) : [line]));
    if (opened.length > maxLines) closed.add(largest.path);
    else lines = opened;
  }
}

function childrenOf({ path, steps }: FoldedSteps): FoldedSteps[] {
  const children = new Map<string, Step[]>();
  for (const step of steps) {
    const slash = step.path.indexOf('/', path.length);
    const child = slash < 0 ? step.path : step.path.slice(0, slash + 1);
    children.set(child, [...(children.get(child) ?? []), step]);
  }
  return [...children].map(([child, inside]) =>
    inside.length === 1 ? { path: inside[0]?.path ?? child, steps: inside } : { path: child, steps: inside },
  );
}
