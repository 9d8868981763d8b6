import { plainLine } from './sentences.ts';
import { type CallView, samePath } from './session-view.ts';

/**
 * The steps of a plan that are still open: a step that names files or symbols is done when one of them was edited or written;
 * one that names none is taken for done when a later step is, or when the agent reports it by its number.
 */
export function openSteps(plan: string, edits: readonly CallView[], reported: string): string[] {
  const steps = stepsOf(plan);
  const written = edits.map(({ call }) => call.change?.added ?? '').join('\n');
  const paths = edits.flatMap((edit) => edit.paths);
  const isDone = ({ title, body }: PlanStep) => {
    const named = namesIn(title);
    const names = named.length > 0 ? named : namesIn(body);
    return (
      isReported(title, reported) ||
      names.some((name) => paths.some((path) => samePath(path, name)) || mentions(written, name))
    );
  };
  const last = steps.findLastIndex(isDone);
  return steps
    .filter((step, at) => !isDone(step) && (at > last || namesIn(step.title).length > 0))
    .map(({ title }) => title);
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

/** What a plan says around its steps: why, what there is already, how to try it afterwards. */
const AROUND =
  /^#{1,4} (?:context|background|problem|overview|summary|goals?|motivation|current|findings|root cause|analysis|files?\b|verification|testing|risks?|notes?|out of scope|open questions?|assumptions?|constraints?|non-goals?|acceptance|references?|概要|背景|前提|目的)/i;

/** Headings such as `### Step 2: …` or `### 2B. …`, or numbered steps, wherever there are some, else the first level of bullets. */
function stepsOf(plan: string): PlanStep[] {
  const lines = withoutAround(plan.replace(/```[\s\S]*?(?:```|$)/g, '\n').split('\n'));
  const forms = [
    /^#{2,4} (?:step|phase|part|task|change) ?\d+/i,
    /^#{2,4} (?:\d{1,2}[a-z]?|[A-Z])[.):]/i,
    /^\d{1,2}[.)]\s/,
    /^[-*]\s/,
  ];
  const form = forms.find((one) => lines.filter((line) => one.test(line)).length > 1);
  const starts = form === undefined ? [] : lines.flatMap((line, at) => (form.test(line) ? [at] : []));
  return (
    starts
      .map((start, at) => ({
        title: plainLine(lines[start] ?? '').replace(/^\d{1,2}[a-z]?[.)]\s*/i, ''),
        body: lines.slice(start + 1, starts[at + 1]).join('\n'),
      }))
      // `Run:` says nothing without the block below it.
      .filter(({ title }) => !/^\w+:$/.test(title))
  );
}

function withoutAround(lines: readonly string[]): string[] {
  let isAround = false;
  return lines.filter((line) => {
    if (line.startsWith('#')) isAround = AROUND.test(line);
    return !isAround;
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
