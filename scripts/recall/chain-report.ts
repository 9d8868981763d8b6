import type { ChainKind } from './chain.ts';
import type { Meaning } from './meaning-report.ts';
import { type Hit, weightedRecall } from './score.ts';
import { percent, printTable, shareOf } from './table.ts';

export interface ChainOutcome {
  readonly kind: ChainKind | 'one checkpoint';
  readonly hits: readonly Hit[];
  readonly meaning: Meaning;
}

/** What the last of several checkpoints still tells, beside what one checkpoint of the whole would. */
export function printChains(outcomes: readonly ChainOutcome[]): void {
  const kinds = [...new Set(outcomes.map(({ kind }) => kind))];
  const rows = kinds.map((kind) => {
    const some = outcomes.filter((outcome) => outcome.kind === kind);
    const said = some.flatMap(({ meaning }) => meaning.said['pack'] ?? []);
    const recalled = some.flatMap(({ meaning }) => meaning.labelled?.recalled['pack'] ?? []);
    const stated = some.flatMap(({ meaning }) => meaning.labelled?.stated ?? []);
    const of = <T extends { kind: string }>(values: readonly T[], name: string) =>
      values.filter((one) => one.kind === name);
    return [
      kind,
      String(some.length),
      percent(weightedRecall(some.flatMap(({ hits }) => hits))),
      ...['findings', 'last report'].map((name) => shareOf(of(said, name), ({ hit }) => hit)),
      ...['findings', 'decisions'].map((name) => shareOf(of(recalled, name), ({ hit }) => hit)),
      ...['headline', 'decisions', 'blockers', 'rules', 'next'].map((name) => {
        const judged = of(stated, name);
        return `${shareOf(judged, ({ verdict }) => verdict === 'right')} of ${judged.length}`;
      }),
    ];
  });
  printTable('Chains of five checkpoints, the last pack, %', HEAD, rows);
}

const HEAD = [
  'chain',
  'packs',
  'probes',
  'sentences: findings',
  'last report',
  'labels: findings',
  'decisions',
  'right: headline',
  'decisions',
  'blockers',
  'rules',
  'next',
];
