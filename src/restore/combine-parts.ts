import type { RestorePart } from './plan-files.ts';
import type { NestedPlans } from './plan-nested.ts';
import type { PlannedPart } from './plan-part.ts';
import type { Refusal } from './refusals.ts';

interface WholePlan extends Omit<PlannedPart, 'now' | 'alreadyThere' | 'tree'> {
  /** The same by repository; the one that the restore is about comes first. */
  readonly parts: readonly RestorePart[];
}

/** What a restore does in all repositories, by paths from the top of the one that it is about. */
export function combineParts(outer: PlannedPart, nested: NestedPlans): WholePlan {
  const { now: _now, alreadyThere: _there, tree: _tree, ...whole } = outer;
  const all = <T>(own: readonly T[], of: (part: PlannedPart, under: (path: string) => string) => readonly T[]) => [
    ...own,
    ...nested.parts.flatMap((part) => of(part, (path) => `${part.path}/${path}`)),
  ];
  const placed = <T extends { readonly path: string }>(items: readonly T[], under: (path: string) => string): T[] =>
    items.map((item) => ({ ...item, path: under(item.path) }));
  return {
    ...whole,
    steps: all(outer.steps, (part, under) => placed(part.steps, under)),
    kept: [...all(outer.kept, (part, under) => placed(part.kept, under)), ...nested.kept],
    conflicts: all(outer.conflicts, (part, under) => placed(part.conflicts, under)),
    configuration: all(outer.configuration, (part, under) => part.configuration.map(under)),
    refusals: [
      ...outer.refusals,
      ...nested.parts.flatMap((part) => part.refusals.map((one) => placeRefusal(one, part.path))),
    ],
    parts: [partOf('', outer), ...nested.parts.map((part) => partOf(part.path, part))],
  };
}

function partOf(path: string, { now, tree, steps, kept, alreadyThere, index }: PlannedPart): RestorePart {
  return { path, now, tree, steps, kept, alreadyThere, ...(index && { index }) };
}

function placeRefusal(refusal: Refusal, path: string): Refusal {
  const under = <T extends { readonly path: string }>(item: T): T => ({ ...item, path: `${path}/${item.path}` });
  switch (refusal.kind) {
    case 'operation':
    case 'conflicted-index':
      return { ...refusal, path };
    case 'uncaptured':
      return { ...refusal, files: refusal.files.map(under) };
    case 'forbidden':
      return { ...refusal, files: refusal.files.map(under) };
    case 'links':
      return { ...refusal, links: refusal.links.map(under) };
    case 'collision':
      return { ...refusal, groups: refusal.groups.map((group) => group.map((name) => `${path}/${name}`)) };
  }
}
