import { headingTitle } from './plan-steps.ts';

/** What holds while the steps are done, and how their result is tried. */
const NEEDED =
  /^#{1,4} (?:verification|verify|how to verify|testing|acceptance|(?:implementation )?order\b|constraints?|rules?|non-goals?|out of scope|what not\b|do not\b|don['’]t\b)/i;

/** After a heading, in the place of what stands below it. */
const FOLDED = ' …';

interface Section {
  readonly heading: string;
  readonly body: readonly string[];
  readonly use: 'step' | 'needed' | 'other';
}

/**
 * A plan within a limit: what it says of its open steps stays, of all others the headings. Cut at its end it would lose the steps that are
 * left, and keep those that are done.
 */
export function foldPlan(text: string, open: readonly string[], limit: number): string {
  const sections = sectionsOf(text, open);
  const others = sections.filter(({ use }) => use === 'other');
  // The last steps go before what holds for all of them.
  const order = [...others, ...sections.filter(({ use }) => use === 'step').toReversed()];
  const folded = new Set<Section>();
  let length = text.length;
  for (const section of order) {
    if (length <= limit) break;
    if (section.heading === '' || section.body.length === 0) continue;
    folded.add(section);
    length += FOLDED.length - section.body.join('\n').length - 1;
  }
  return sections.flatMap((section) => linesOf(section, folded.has(section))).join('\n');
}

function linesOf({ heading, body }: Section, isFolded: boolean): readonly string[] {
  if (isFolded) return [`${heading}${FOLDED}`];
  return heading === '' ? body : [heading, ...body];
}

function sectionsOf(text: string, open: readonly string[]): Section[] {
  const lines = text.split('\n');
  const starts = [0, ...lines.flatMap((line, at) => (at > 0 && depthOf(line) > 0 ? [at] : []))];
  // What stands below a heading is of the same use.
  let above: { depth: number; use: Section['use'] } = { depth: Number.POSITIVE_INFINITY, use: 'other' };
  return starts.map((start, at) => {
    const first = lines[start] ?? '';
    const depth = depthOf(first);
    if (depth > 0 && (depth <= above.depth || above.use === 'other')) above = { depth, use: useOf(first, open) };
    const [heading, from] = depth > 0 ? [first, start + 1] : ['', start];
    return { heading, body: lines.slice(from, starts[at + 1]), use: above.use };
  });
}

function useOf(heading: string, open: readonly string[]): Section['use'] {
  if (NEEDED.test(heading)) return 'needed';
  const title = headingTitle(heading);
  return open.some((step) => step === title || step.startsWith(`${title}: `)) ? 'step' : 'other';
}

function depthOf(line: string): number {
  return /^#{1,4}(?= )/.exec(line)?.[0].length ?? 0;
}
