import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { getTokenizer } from '@anthropic-ai/tokenizer';
import { countTokens as openaiTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { countTokens } from '../../src/core/count-tokens.ts';
import { rereadText, saidText, wholeText } from './baselines.ts';
import { checkpointThere } from './checkpoint-there.ts';
import { labelledShares, labelsOf, readLabels } from './labels.ts';
import { type Meaning, printMeaning, printMeaningMisses } from './meaning-report.ts';
import { measureMeaning, textsOf } from './measure-pack.ts';
import { limits, type Options } from './options.ts';
import { statements } from './precision.ts';
import { probesOf } from './probes.ts';
import { type Outcome, printReport } from './report.ts';
import { scoreProbes } from './score.ts';
import { say } from './table.ts';
import { type Cut, cuts, SHARES, transcriptFiles } from './transcript.ts';

const MIN_PROBES = 3;

/** Every transcript at several moments of its life, a checkpoint for each. */
export function runCuts(directory: string, { misses, labelsOnly, labels: another, packs }: Options): void {
  const labels = readLabels(another);
  const outcomes: Outcome[] = [];
  const meanings: Meaning[] = [];
  const momentsOf = (path: string) => [...new Set([...SHARES, ...labelledShares(labels, path)])];
  for (const cut of transcriptFiles(directory).flatMap((path) => cuts(path, momentsOf(path)))) {
    const isLabelled = labelsOf(labels, cut) !== undefined;
    const isProbed = SHARES.includes(cut.share) && probesOf(cut.session).length >= MIN_PROBES;
    if (!isLabelled && (labelsOnly || !isProbed)) continue;
    const pack = checkpointThere(cut, limits);
    if (packs !== undefined) writePack(packs, cut, pack);
    const texts = textsOf(cut, pack);
    meanings.push(measureMeaning(cut, texts, labels));
    if (isProbed) outcomes.push(outcomeOf(cut, texts));
    if (misses) printMisses(isProbed ? outcomes.at(-1) : undefined, meanings.at(-1));
  }
  if (!labelsOnly) printReport(outcomes, limits);
  printMeaning(meanings);
}

function writePack(directory: string, { path, share }: Cut, pack: string): void {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, `${basename(path).replace(/\.jsonl?$/, '')}@${100 * share}.md`), pack);
}

const claude = getTokenizer();

function outcomeOf(cut: Cut, texts: Readonly<Record<string, string>>): Outcome {
  const probes = probesOf(cut.session);
  const pack = texts['pack'] ?? '';
  const whole = countTokens(wholeText(cut.session));
  return {
    transcript: cut.path,
    share: cut.share,
    isLong: whole > limits.tokens,
    hits: Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, scoreProbes(probes, text)])),
    statements: statements(pack, cut),
    size: {
      estimate: countTokens(pack),
      o200k: openaiTokens(pack),
      claude: claude.encode(pack.normalize('NFKC'), 'all').length,
      chars: pack.length,
      whole,
      reread: countTokens(rereadText(cut.session)),
      said: saidText(cut.session).length,
    },
  };
}

function printMisses(outcome: Outcome | undefined, meaning: Meaning | undefined): void {
  const place = `${outcome?.transcript} at ${outcome?.share}`;
  for (const { type, answer, hit } of outcome?.hits['pack'] ?? []) if (!hit) say(`${place}: ${type}: ${answer}`);
  for (const { kind, text, isTrue } of outcome?.statements ?? []) if (!isTrue) say(`${place}: untrue ${kind}: ${text}`);
  if (meaning !== undefined) printMeaningMisses(meaning);
}
