import { commandKind } from './command-kind.ts';
import { namesIn } from './plan-names.ts';
import { placesIn } from './plan-order.ts';
import { cutWords, plainLine } from './sentences.ts';
import { type CallView, samePath } from './session-view.ts';

/** What was done since a plan was approved. */
export interface Done {
  readonly edits: readonly CallView[];
  /** The commands that went well. */
  readonly ran: readonly string[];
  /** What the agent said of it at the end. */
  readonly reported: string;
}

/**
 * The steps of a plan that are still open: a step that names files or symbols is done when one of them was edited or written, one that is nothing
 * but commands when they went well; one that names none is taken for done when a later step is, or when the agent reports it by its number.
 */
export function openSteps(plan: string, { edits, ran, reported }: Done): string[] {
  const steps = stepsOf(plan);
  const written = writtenBy(edits);
  const isDone = ({ title, body, commands }: PlanStep) =>
    isReported(title, reported) ||
    isWrittenAsHeading(title, written) ||
    (namesIn(title).length === 0 && ownFiles(body) === '' && haveRun(commands, ran)) ||
    isEdited(namesIn(title).length > 0 ? title : ownFiles(body) || body, edits);
  const last = steps.findLastIndex(isDone);
  const open = steps.filter(
    (step, at) => !isDone(step) && (at > last || namesIn(step.title).length > 0 || ownFiles(step.body) !== ''),
  );
  const places = placesIn(plan);
  return open
    .map((step) => ({ title: step.title, place: places(namesIn(`${step.title} ${ownFiles(step.body)}`)) }))
    .sort((one, other) => one.place - other.place)
    .map(({ title }) => title);
}

/** What is checked again and again says nothing about a step. */
const CHECKS: readonly string[] = ['test', 'build', 'lint', 'look'];

function haveRun(commands: readonly string[], ran: readonly string[]): boolean {
  return (
    commands.length > 0 &&
    commands.every((line) => !CHECKS.includes(commandKind(line)) && ran.some((command) => command.includes(line)))
  );
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

/** The steps that name one of these files in their titles, or say that they are done there. */
export function stepsNaming(plan: string, paths: readonly string[]): string[] {
  return stepsOf(plan)
    .filter(({ title, body }) =>
      namesIn(`${title} ${ownFiles(body)}`).some((name) => paths.some((path) => samePath(path, name))),
    )
    .map(({ title }) => title);
}

interface PlanStep {
  readonly title: string;
  /** What stands below it, up to the next step, without its code. */
  readonly body: string;
  /** The lines of its code that are run in a shell. */
  readonly commands: readonly string[];
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
  const lines = withoutAround(plan.replace(/```(\w*)\n?([\s\S]*?)(?:```|$)/g, commandLines).split('\n'));
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
        const words = body.filter((line) => !line.startsWith(COMMAND));
        return {
          title: form === OF_A_FILE ? withOrders(title, words) : title,
          body: words.join('\n'),
          commands: body.flatMap((line) => (line.startsWith(COMMAND) ? [line.slice(COMMAND.length)] : [])),
        };
      })
      // `Run:` says nothing without the block below it.
      .filter(({ title }) => !/^\w+:$/.test(title))
  );
}

/** Stands before a line that is run, and in no text. */
const COMMAND = '\u0000';

function commandLines(_block: string, language: string, code: string): string {
  if (!/^(?:(?:ba|z|fi)?sh|shell|console)$/.test(language)) return '\n';
  const lines = code.split('\n').map((line) => line.trim());
  const run = lines.filter((line) => line !== '' && !line.startsWith('#'));
  return `\n${run.map((line) => `${COMMAND}${line}\n`).join('')}`;
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

function withoutAround(lines: readonly string[]): string[] {
  // How deep the heading is that what follows stands around for; what is below it belongs to it.
  let around = Number.POSITIVE_INFINITY;
  return lines.filter((line) => {
    const depth = /^#+/.exec(line)?.[0].length ?? Number.POSITIVE_INFINITY;
    if (depth <= around) around = depth > 1 && AROUND.test(line) ? depth : Number.POSITIVE_INFINITY;
    return around === Number.POSITIVE_INFINITY;
  });
}

function mentions(text: string, name: string): boolean {
  return !name.includes('/') && new RegExp(`(?<![\\w.])${name.replaceAll('.', '\\.')}(?!\\w)`).test(text);
}
