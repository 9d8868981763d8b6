import { type Recalled, recalledKinds, type Stated, statedKinds } from './label-score.ts';
import { type SaidHit, saidKinds } from './said-probes.ts';
import type { SymbolClaim } from './symbol-claims.ts';
import { printTable, say, shareOf } from './table.ts';

/** What a pack and the baselines tell of one moment, by name. */
export interface Meaning {
  readonly place: string;
  /** Whether the session is longer than the budget; a shorter one could be handed over whole. */
  readonly isLong: boolean;
  readonly said: Readonly<Record<string, readonly SaidHit[]>>;
  readonly symbols: readonly SymbolClaim[];
  /** Only where somebody labelled the moment. */
  readonly labelled?: {
    readonly recalled: Readonly<Record<string, readonly Recalled[]>>;
    readonly stated: readonly Stated[];
  };
}

/** Prints what was found out, agreed and is next: how much a pack tells, and how much of it is so. */
export function printMeaning(meanings: readonly Meaning[]): void {
  hitTables('Labels told', recalledKinds, {
    meanings: meanings.filter(({ labelled }) => labelled !== undefined),
    hits: ({ labelled }) => labelled?.recalled ?? {},
  });
  const stated = meanings.flatMap(({ labelled }) => labelled?.stated ?? []);
  if (stated.length > 0) precisionTable(stated);
  hitTables('Sentences of the agent told', saidKinds, { meanings, hits: ({ said }) => said });
  const symbols = meanings.flatMap((meaning) => meaning.symbols);
  printTable(
    'Symbols per file',
    ['claim', 'stated', 'true %'],
    [
      ...(['adds', 'removes', 'changes'] as const).map((verb) =>
        symbolRow(
          verb,
          symbols.filter((one) => one.verb === verb),
        ),
      ),
      symbolRow('**all**', symbols),
    ],
  );
}

export function printMeaningMisses({ place, said, symbols, labelled }: Meaning): void {
  for (const { kind, says, hit } of labelled?.recalled['pack'] ?? [])
    if (!hit) say(`${place}: label missed, ${kind}: ${says}`);
  for (const { kind, text, verdict } of labelled?.stated ?? [])
    if (verdict !== 'right') say(`${place}: ${verdict}, ${kind}: ${text}`);
  for (const { kind, sentence, hit } of said['pack'] ?? []) if (!hit) say(`${place}: not told, ${kind}: ${sentence}`);
  for (const { text, isTrue } of symbols) if (!isTrue) say(`${place}: untrue symbol: ${text}`);
}

interface Hits {
  readonly kind: string;
  readonly hit: boolean;
}

interface Asked {
  readonly meanings: readonly Meaning[];
  readonly hits: (meaning: Meaning) => Readonly<Record<string, readonly Hits[]>>;
}

function hitTables(title: string, kinds: readonly string[], { meanings, hits }: Asked): void {
  const long = meanings.filter(({ isLong }) => isLong);
  for (const [some, which] of [
    [meanings, 'cuts'],
    [long, 'cuts of sessions longer than the budget'],
  ] as const) {
    if (some.length === 0) continue;
    const all = some.map(hits);
    const names = Object.keys(all[0] ?? {});
    const rows = kinds.map((kind) => {
      const of = (name: string) => all.flatMap((one) => (one[name] ?? []).filter((hit) => hit.kind === kind));
      return [kind, String(of('pack').length), ...names.map((name) => shareOf(of(name), ({ hit }) => hit))];
    });
    printTable(`${title}, %: ${some.length} ${which}`, ['kind', 'asked', ...names], rows);
  }
}

function precisionTable(stated: readonly Stated[]): void {
  const rows = statedKinds.map((kind) => {
    const some = stated.filter((one) => one.kind === kind);
    const count = (verdict: Stated['verdict']) => String(some.filter((one) => one.verdict === verdict).length);
    return [
      kind,
      String(some.length),
      count('right'),
      count('superseded'),
      shareOf(some, ({ verdict }) => verdict === 'right'),
    ];
  });
  printTable('Precision of what the pack states', ['kind', 'stated', 'right', 'superseded', 'right %'], rows);
}

function symbolRow(name: string, claims: readonly SymbolClaim[]): string[] {
  return [name, String(claims.length), shareOf(claims, ({ isTrue }) => isTrue)];
}
