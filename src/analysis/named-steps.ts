import { isEdited } from './plan-steps.ts';
import { presentGoal } from './present-goal.ts';
import { plainLine } from './sentences.ts';
import { type Item, isEdit, type SessionView, type TurnView } from './session-view.ts';

const LISTED = /^\s*(?:[-*+•]|\d{1,2}[.)])\s+(?:\[[ xX]\]\s+)?(.{8,})$/;
const MAX_STEPS = 8;

/** Steps that stand under a name somewhere: in the part of the agent's words that the user ordered by its name, or as open boxes of a document. */
export function namedSteps(view: SessionView): Item[] {
  const boxes = openBoxes(view);
  const named = boxes.filter(({ text }) => isNamed(view, text));
  return [...orderedPart(view), ...(named.length > 0 ? named : boxes)].slice(0, MAX_STEPS);
}

/** `do t007` means one of them. */
function isNamed({ turns }: SessionView, step: string): boolean {
  const id = /^\W*([A-Z]{1,4}-?\d{2,4})\b/.exec(step)?.[1];
  return id !== undefined && new RegExp(`\\b${id}\\b`, 'i').test((turns.at(-1)?.words ?? '').slice(0, PROMPT_HEAD));
}

const PROMPT_HEAD = 400;

const PART = /\b(?:phase|step|part|stage|milestone|task|sprint|batch) ?(?:\d{1,2}[a-z]?|[A-F]\b)/i;

/** `continue with phase 0` orders what stands below `Phase 0` in what the agent wrote before. */
function orderedPart(view: SessionView): Item[] {
  const last = view.turns.at(-1);
  const name = last === undefined || last.finished ? undefined : PART.exec(last.words)?.[0];
  if (last === undefined || name === undefined) return [];
  const texts = view.turns.slice(0, last.number - 1).flatMap(textsOf);
  for (const text of texts.reverse()) {
    const steps = listBelow(text, name).filter((step) => !isEdited(step, last.calls.filter(isEdit)));
    if (steps.length > 0) return steps.map((step) => ({ text: `${name}: ${step}`, from: { by: 'plan' } }));
  }
  return [];
}

function textsOf({ turn }: TurnView): string[] {
  return turn.steps.flatMap((step) => (step.kind === 'text' ? [step.text] : []));
}

/** The list below the line that begins with a name, up to the next line that begins another part. */
function listBelow(text: string, name: string): string[] {
  const lines = text.split('\n');
  const isHead = (line: string) => PART.exec(plainLine(line))?.index === 0;
  const start = lines.findIndex((line) => plainLine(line).toLowerCase().startsWith(name.toLowerCase()));
  if (start < 0) return [];
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => isHead(line) || /^#{1,6} /.test(line));
  return (end < 0 ? rest : rest.slice(0, end)).flatMap((line) => LISTED.exec(line)?.[1] ?? []).map(plainLine);
}

/** Its boxes are for whoever fills it in. */
const TEMPLATE = /(?:^|\/)templates?\/|[-_.]template\.|\.example$/i;
/** `Contract test for [endpoint]`; `[P]` and `[US1]` are labels, `[a](b)` is a link. */
const PLACEHOLDER = /\[[A-Za-z][a-z]\w*(?: \w+){0,4}\](?!\()/;

const BOX = /^\s*[-*] \[([ xX])\] +(.{8,300})$/;

/** `- [ ] Deploy it` in a document that the agent keeps while it works: some boxes are ticked already. */
function openBoxes(view: SessionView): Item[] {
  const since = presentGoal(view)?.number ?? 1;
  const boxes = new Map<string, boolean>();
  const edits = view.calls.filter(
    (entry) => isEdit(entry) && entry.paths.some((path) => /\.mdx?$/.test(path) && !TEMPLATE.test(path)),
  );
  for (const { call } of edits)
    for (const line of (call.change?.added ?? '').split('\n')) {
      const [, mark, text = ''] = BOX.exec(line) ?? [];
      if (mark !== undefined && !PLACEHOLDER.test(text)) boxes.set(plainLine(text), mark !== ' ');
    }
  const isKept = [...boxes.values()].some((ticked) => ticked) && edits.some(({ turn }) => turn >= since);
  if (!isKept) return [];
  return [...boxes].flatMap(([text, ticked]) => (ticked ? [] : [{ text, from: { by: 'plan' as const } }]));
}
