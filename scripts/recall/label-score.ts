import { isAbout, type Label, type LabelKind, type Labels, type Words } from './labels.ts';
import { entriesOf, headlineOf } from './pack-sections.ts';
import { passagesOf } from './passages.ts';
import { normalise } from './score.ts';

export const recalledKinds = ['findings', 'report', 'decisions', 'blockers', 'rules', 'next'] as const;
export const statedKinds = ['headline', 'decisions', 'blockers', 'rules', 'next'] as const;

/** Whether a text tells what a label says, in one passage of it. */
export interface Recalled {
  readonly kind: LabelKind;
  readonly says: string;
  readonly hit: boolean;
}

/** Whether what a pack states in one of its sections is so. */
export interface Stated {
  readonly kind: (typeof statedKinds)[number];
  readonly text: string;
  readonly verdict: 'right' | 'wrong' | 'superseded';
}

export function recallLabels(labels: Labels, text: string): Recalled[] {
  const passages = passagesOf(text);
  return recalledKinds.flatMap((kind) =>
    labels[kind].map(({ says, words }) => ({
      kind,
      says,
      hit: passages.some((passage) => matched(words, passage) > 0),
    })),
  );
}

export function judgeStatements(labels: Labels, pack: string): Stated[] {
  const headline = headlineOf(pack);
  const judged: Stated[] = statedKinds
    .filter((kind) => kind !== 'headline')
    .filter((kind) => isAbout(labels, kind))
    .flatMap((kind) =>
      entriesOf(pack, kind).map((text) => ({ kind, text, verdict: verdictOn(kind, labels, normalise(text)) })),
    );
  if (labels.headline.length === 0 || !isAbout(labels, 'headline')) return judged;
  const isRight = matched(labels.headline, normalise(headline)) > 0;
  return [{ kind: 'headline', text: headline, verdict: isRight ? 'right' : 'wrong' }, ...judged];
}

/** What fits an old decision better than any that is in force tells the old one. */
function verdictOn(kind: 'decisions' | 'blockers' | 'rules' | 'next', labels: Labels, text: string): Stated['verdict'] {
  const right = best(labels[kind], text);
  const old = kind === 'decisions' ? best(labels.superseded, text) : 0;
  if (old > 0 && old >= right) return 'superseded';
  return right > 0 ? 'right' : 'wrong';
}

function best(labels: readonly Label[], text: string): number {
  return Math.max(0, ...labels.map(({ words }) => matched(words, text)));
}

/** The length of the longest alternative whose words are all there; 0 when none is. */
/** `graph-cache-reuse` and `graph cache reuse` are the same words. */
function folded(text: string): string {
  return text.replaceAll('-', ' ');
}

function matched(words: Words, normalised: string): number {
  const lengths = words
    .map((alternative) => alternative.map(normalise))
    .filter((alternative) => alternative.every((word) => folded(normalised).includes(folded(word))))
    .map((alternative) => alternative.join('').length);
  return Math.max(0, ...lengths);
}
