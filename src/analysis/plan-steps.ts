import { cutWords, plainLine } from './sentences.ts';
import { type CallView, samePath } from './session-view.ts';

/**
 * The steps of a plan that are still open: a step that names files or symbols is done when one of them was edited or written;
 * one that names none is taken for done when a later step is, or when the agent reports it by its number.
 */
export function openSteps(plan: string, edits: readonly CallView[], reported: string): string[] {
  const steps = stepsOf(plan);
  const written = writtenBy(edits);
  const isDone = ({ title, body }: PlanStep) =>
    isReported(title, reported) ||
    isWrittenAsHeading(title, written) ||
    isEdited(namesIn(title).length > 0 ? title : ownFiles(body) || body, edits);
  const last = steps.findLastIndex(isDone);
  return steps
    .filter((step, at) => !isDone(step) && (at > last || namesIn(step.title).length > 0 || ownFiles(step.body) !== ''))
    .map(({ title }) => title);
}

/** `**File:** \`src/a.ts\`` says where a step is done: without an edit there it is not, whatever was written elsewhere. */
function ownFiles(body: string): string {
  const named = [...body.matchAll(/^\s*(?:[-*] )?\*\*files?(?: \([^)\n]{1,40}\))?:?\*\*:?(.{1,300})$/gim)].map(
    ([, files = '']) => files,
  );
  return (
    named
      .join(' ')
      .match(/[\w.-]+(?:\/[\w.-]+)*\.[a-z]{1,4}\b/g)
      ?.join(' ') ?? ''
  );
}

/** Whether one of the files or symbols that a step names was edited or written. */
export function isEdited(step: string, edits: readonly CallView[]): boolean {
  const written = writtenBy(edits);
  const paths = edits.flatMap((edit) => edit.paths);
  return namesIn(step).some((name) => paths.some((path) => samePath(path, name)) || mentions(written, name));
}

function writtenBy(edits: readonly CallView[]): string {
  return edits.map(({ call }) => call.change?.added ?? '').join('\n');
}

/** What a plan says that is to be done. */
export function stepTitles(plan: string): string[] {
  return stepsOf(plan).map(({ title }) => title);
}

/** The steps whose titles name one of these files. */
export function stepsNaming(plan: string, paths: readonly string[]): string[] {
  return stepTitles(plan).filter((title) => namesIn(title).some((name) => paths.some((path) => samePath(path, name))));
}

interface PlanStep {
  readonly title: string;
  /** What stands below it, up to the next step. */
  readonly body: string;
}

/** `Phase 2 — components: seven files created` in a report at the end of a turn. */
function isReported(step: string, reported: string): boolean {
  const label = /^(?:step|phase|part|task|change) ?\d+\w?/i.exec(step)?.[0];
  return label !== undefined && new RegExp(`\\b${label}\\b`, 'i').test(reported);
}

/** The step of a plan for a document is a section of it: `4. Color Palette (brief)` is done with `### Color Palette`. */
function isWrittenAsHeading(step: string, written: string): boolean {
  const title = step.replace(/\s*\([^)]*\)$/, '').toLowerCase();
  return (
    title !== '' &&
    written.split('\n').some((line) => /^#{1,6} /.test(line) && headingTitle(line).toLowerCase() === title)
  );
}

/** What a plan says around its steps: why, what there is already, how to try it afterwards. */
const AROUND =
  /^#{1,4} (?:context|background|problem|overview|summary|goals?|motivation|current|findings|root cause|analysis|files?\b(?!: ?`?[\w./@-]+\.\w)|no other|existing|reus(?:e|ed|able)|helpers?\b|verification|verify|testing|risks?|notes?|out of scope|open questions?|assumptions?|constraints?|non-goals?|acceptance|references?|概要|背景|前提|目的)/i;

/** `### README.md`, `### File: \`src/a.ts\` (lines 10-20)` */
const OF_A_FILE =
  /^(?:#{2,4} (?:file: ?)?\*{0,2}|\*\*file: ?)`?(?:[\w.@-]+\/)*[\w.-]*\.[a-z]{1,5}`?\*{0,2}(?=$|[\s:(,])/i;

/** `- Clears the state` tells what something does, `- Clear the state` what to do; names and sentences are no orders either. */
const ORDER = /^[-*]\s+(?:\[[ xX]\]\s+)?\*{0,2}(?!\p{L}+s\b)\p{Lu}\p{Ll}+\*{0,2} +\S/u;

const BULLET = /^[-*]\s/;

/** Headings such as `### Step 2: …` or `### 2B. …`, or numbered steps, wherever there are some, else the first level of bullets. */
function stepsOf(plan: string): PlanStep[] {
  const lines = withoutAround(plan.replace(/```[\s\S]*?(?:```|$)/g, '\n').split('\n'));
  const forms = [
    /^#{2,4} (?:step|phase|part|task|change) ?\d+/i,
    /^#{2,4} (?:\d{1,2}[a-z]?|[A-Z])[.):]/i,
    OF_A_FILE,
    /^\d{1,2}[.)]\s/,
    BULLET,
  ];
  const least = (one: RegExp) => (one === OF_A_FILE ? 1 : 2);
  const isForm = (one: RegExp) => {
    const found = lines.filter((line) => one.test(line));
    return (
      found.length >= least(one) &&
      (one !== BULLET || found.filter((line) => ORDER.test(line)).length * 2 > found.length)
    );
  };
  const form = forms.find(isForm);
  const starts = form === undefined ? [] : lines.flatMap((line, at) => (form.test(line) ? [at] : []));
  return (
    starts
      .map((start, at) => {
        const title = headingTitle(lines[start] ?? '');
        const body = lines.slice(start + 1, starts[at + 1]);
        return { title: form === OF_A_FILE ? withOrders(title, body) : title, body: body.join('\n') };
      })
      // `Run:` says nothing without the block below it.
      .filter(({ title }) => !/^\w+:$/.test(title))
  );
}

/** A heading without its marks and its number. */
export function headingTitle(line: string): string {
  return plainLine(line)
    .replace(/^\d{1,2}[a-z]?[.)]\s*/i, '')
    .replace(/^file: ?/i, '');
}

/** A file and what is to be done there. */
function withOrders(heading: string, body: readonly string[]): string {
  const orders = body.map(plainLine).filter((line) => line !== '' && !line.startsWith('|'));
  return cutWords(`${heading}: ${orders.slice(0, MAX_ORDERS).join('; ')}`, MAX_TITLE);
}

const MAX_ORDERS = 4;
const MAX_TITLE = 260;

/** How the plan says that its result is tried: what is left when all of its steps are done. */
export function verificationOf(plan: string): string[] {
  const lines = plan.split('\n');
  const start = lines.findIndex((line) => /^#{1,4} (?:verification|verify|how to verify|testing)\b/i.test(line));
  if (start < 0) return [];
  const after = lines.slice(start + 1);
  const end = after.findIndex((line) => /^#{1,4} /.test(line));
  return (end < 0 ? after : after.slice(0, end))
    .filter((line) => /^\s*(?:\d{1,2}[.)]|[-*])\s/.test(line))
    .map((line) => `Verify: ${plainLine(line).replace(/^\d{1,2}[.)]\s*/, '')}`)
    .slice(0, MAX_CHECKS);
}

const MAX_CHECKS = 4;

function withoutAround(lines: readonly string[]): string[] {
  // How deep the heading is that what follows stands around for; what is below it belongs to it.
  let around = Number.POSITIVE_INFINITY;
  return lines.filter((line) => {
    const depth = /^#+/.exec(line)?.[0].length ?? Number.POSITIVE_INFINITY;
    if (depth <= around) around = depth > 1 && AROUND.test(line) ? depth : Number.POSITIVE_INFINITY;
    return around === Number.POSITIVE_INFINITY;
  });
}

/** Paths, and names in code marks that are more than a word. */
function namesIn(step: string): string[] {
  const paths = step.match(/[\w.-]+(?:\/[\w.-]+)*\.[a-z]{1,4}\b/g) ?? [];
  const code = [...step.matchAll(/`([A-Za-z_][\w.]{3,60})(?:\(\))?`/g)].map(([, name = '']) => name);
  return [...new Set([...paths, ...code])];
}

function mentions(text: string, name: string): boolean {
  return !name.includes('/') && new RegExp(`(?<![\\w.])${name.replaceAll('.', '\\.')}(?!\\w)`).test(text);
}
