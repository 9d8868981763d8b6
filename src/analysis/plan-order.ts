import { namesIn } from './plan-names.ts';

const HEADING =
  /^#{1,4} (?:\d{1,2}[.)] )?(?:(?:implementation|execution|suggested|recommended|build|work|migration) )*(?:order|sequence)\b/i;
const ENTRY = /^\s*\d{1,2}[.)]\s+(.+)/;

/** Where a plan that has a list of its own for the order (`## Implementation order`) sets a step that names these; what it does not set comes last. */
export function placesIn(plan: string): (names: readonly string[]) => number {
  const entries = orderOf(plan).map((line) => new Set(namesIn(line).map(lastPart)));
  return (names) => {
    const place = entries.findIndex((entry) => names.some((name) => entry.has(lastPart(name))));
    return place < 0 ? entries.length : place;
  };
}

function orderOf(plan: string): string[] {
  const lines = plan.split('\n');
  const start = lines.findIndex((line) => HEADING.test(line));
  if (start < 0) return [];
  const after = lines.slice(start + 1);
  const end = after.findIndex((line) => /^#{1,4} /.test(line));
  return (end < 0 ? after : after.slice(0, end)).flatMap((line) => ENTRY.exec(line)?.[1] ?? []);
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}
