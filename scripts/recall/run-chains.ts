import { chainKinds, chainThere } from './chain.ts';
import { type ChainOutcome, printChains } from './chain-report.ts';
import { checkpointThere } from './checkpoint-there.ts';
import { readLabels } from './labels.ts';
import { printMeaningMisses } from './meaning-report.ts';
import { measureMeaning } from './measure-pack.ts';
import { limits, type Options } from './options.ts';
import { probesOf } from './probes.ts';
import { scoreProbes } from './score.ts';
import { say } from './table.ts';
import { type Cut, cuts, transcriptFiles } from './transcript.ts';

/** Shorter sessions have nothing to carry forward. */
const MIN_EVENTS = 20;

export function runChains(directory: string, { misses, labels: another }: Options): void {
  const labels = readLabels(another);
  const outcomes: ChainOutcome[] = [];
  const measure = (kind: ChainOutcome['kind'], cut: Cut, pack: string) => {
    const meaning = measureMeaning(cut, { pack }, labels);
    outcomes.push({ kind, hits: scoreProbes(probesOf(cut.session), pack), meaning });
    if (misses) say(`Chain: ${kind}`);
    if (misses) printMeaningMisses(meaning);
  };
  for (const path of transcriptFiles(directory)) {
    const [whole] = cuts(path, [1]);
    if (whole === undefined || whole.session.events.length < MIN_EVENTS) continue;
    measure('one checkpoint', whole, checkpointThere(whole, limits));
    for (const kind of chainKinds) measure(kind, whole, chainThere(path, kind, limits));
  }
  printChains(outcomes);
}
