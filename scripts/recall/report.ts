import type { Limits } from './baselines.ts';
import type { Statement } from './precision.ts';
import { type ProbeType, probeTypes } from './probes.ts';
import { bootstrap, type Hit, recallOf, weightedRecall } from './score.ts';
import { percent, say } from './table.ts';

/** What came of one transcript at one moment. */
export interface Outcome {
  readonly transcript: string;
  readonly share: number;
  /** Whether the session is longer than the budget; a shorter one could be handed over whole. */
  readonly isLong: boolean;
  readonly hits: Readonly<Record<string, readonly Hit[]>>;
  readonly statements: readonly Statement[];
  readonly size: {
    readonly estimate: number;
    readonly o200k: number;
    readonly claude: number;
    readonly chars: number;
    /** Tokens of the whole session, files it read included. */
    readonly whole: number;
    /** Tokens of the conversation and of the files that it touched or read, whole. */
    readonly reread: number;
    /** Characters of what user and agent said. */
    readonly said: number;
  };
}

/** A pack that is shorter than this while the session said more has left room unused. */
const FULL = { tokens: 4200, chars: 8500 } as const;

/** What the published documents say that catching up costs. */
const FROM_THE_DOCUMENTS = 50_000;

/** Prints the tables of docs/benchmarks.md. */
export function printReport(outcomes: readonly Outcome[], limits: Limits): void {
  const long = outcomes.filter(({ isLong }) => isLong);
  say(
    `${outcomes.length} checkpoints from ${groupsOf(outcomes).length} transcripts; ${long.length} of sessions longer than the budget\n`,
  );
  table('All sessions', outcomes);
  table('Sessions longer than the budget', long);
  say(`Precision: ${precisionOf(outcomes)}\n`);
  const over = outcomes.filter(
    ({ size }) => Math.max(size.estimate, size.o200k, size.claude) > limits.tokens || size.chars > limits.chars,
  );
  say(
    `Packs over ${limits.tokens} tokens (by the estimate or either tokenizer) or ${limits.chars} characters: ${over.length}`,
  );
  for (const name of ['estimate', 'o200k', 'claude', 'chars'] as const) {
    const sizes = outcomes.map(({ size }) => size[name]).sort((a, b) => a - b);
    say(`  ${name.padEnd(9)} median ${sizes[Math.floor(sizes.length / 2)]}, largest ${sizes.at(-1)}`);
  }
  const thin = outcomes.filter(
    ({ size }) => size.chars < FULL.chars && size.estimate < FULL.tokens && size.said > size.chars,
  );
  say(
    `Packs below ${FULL.chars} characters and ${FULL.tokens} tokens while user and agent said more than the pack holds: ${thin.length} of ${outcomes.length}`,
  );
  const against = (name: 'whole' | 'reread') =>
    `${saved(outcomes, name)} of all, ${saved(long, name)} of long sessions`;
  say(`Context saved against reading the session again: ${against('whole')}`);
  say(`Context saved against reading the conversation and the files again, whole: ${against('reread')}`);
  const large = outcomes.filter(({ size }) => size.reread >= FROM_THE_DOCUMENTS);
  say(
    `  where that takes ${FROM_THE_DOCUMENTS} tokens or more (${large.length} checkpoints): ${saved(large, 'reread')}\n`,
  );
}

function table(title: string, outcomes: readonly Outcome[]): void {
  const names = Object.keys(outcomes[0]?.hits ?? {});
  say(`${title}\n`);
  say(`| probe (weight) | probes | ${names.join(' | ')} |`);
  say(`|---|---|${names.map(() => '---|').join('')}`);
  for (const [type, weight] of Object.entries(probeTypes)) row(`${type} (${weight})`, outcomes, type as ProbeType);
  row('**weighted**', outcomes);
  say('');
}

function row(label: string, outcomes: readonly Outcome[], type?: ProbeType): void {
  const names = Object.keys(outcomes[0]?.hits ?? {});
  const statistic = (hits: readonly Hit[]) => (type === undefined ? weightedRecall(hits) : recallOf(hits, type));
  const ofType = (hits: readonly Hit[]) => (type === undefined ? hits : hits.filter((hit) => hit.type === type));
  const count = outcomes.reduce((sum, { hits }) => sum + ofType(hits['pack'] ?? []).length, 0);
  const cells = names.map((name) => {
    const groups = groupsOf(outcomes).map((group) => group.flatMap(({ hits }) => hits[name] ?? []));
    const [low, high] = bootstrap(groups, statistic);
    return `${percent(statistic(groups.flat()))} (${percent(low)}–${percent(high)})`;
  });
  say(`| ${label} | ${count} | ${cells.join(' | ')} |`);
}

/** Moments of one transcript are not independent of each other: they are drawn together. */
function groupsOf(outcomes: readonly Outcome[]): Outcome[][] {
  const groups = new Map<string, Outcome[]>();
  for (const outcome of outcomes) groups.set(outcome.transcript, [...(groups.get(outcome.transcript) ?? []), outcome]);
  return [...groups.values()];
}

function precisionOf(outcomes: readonly Outcome[]): string {
  const share = (kind: Statement['kind']) => {
    const stated = outcomes.flatMap(({ statements }) => statements.filter((statement) => statement.kind === kind));
    return `${percent(stated.filter(({ isTrue }) => isTrue).length / stated.length)} of ${stated.length} ${kind}s`;
  };
  return `${share('file')}, ${share('task')}`;
}

function saved(outcomes: readonly Outcome[], name: 'whole' | 'reread'): string {
  const sum = (count: (size: Outcome['size']) => number) =>
    outcomes.reduce((total, { size }) => total + count(size), 0);
  return percent(1 - sum(({ estimate }) => estimate) / sum((size) => size[name]));
}
